import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeBuffer } from 'encoding-sniffer';
import { Parser } from 'htmlparser2';
import type { WebsiteText } from '../ai/ai.js';
import { cutAtWord, oneLine } from '../ai/text.js';
import type { Page } from './fetch-page.js';
import { PageHandler, type PageContent } from './page-content.js';
import { hostOf, WebsiteError } from './reach.js';

const TITLE_MAX = 300;
const DESCRIPTION_MAX = 1000;
const JSON_LD_MAX = 8000;
const TEXT_MAX = 12_000;
const LONGEST_WORD = 100;
const SLICE = 16 * 1024;
// Deeper than any page that people write; the work of the parser grows with the depth.
const DEPTH_MAX = 1000;
const NOTHING = { title: '', description: '', jsonLd: [] };

/**
 * The text of a page, cut to the lengths above.
 * @param signal ends the reading early; its reason is thrown
 * @throws WebsiteError when there is none
 */
export async function readPage({ url, type, charset, body }: Page, signal: AbortSignal): Promise<WebsiteText> {
  const source = decode(body, charset);
  const content = type === 'text/plain' ? { ...NOTHING, text: source } : await parse(source, type, signal);
  const texts = {
    title: cut(oneLine(content.title), TITLE_MAX),
    metaDescription: cut(oneLine(content.description), DESCRIPTION_MAX),
    jsonLd: cut(content.jsonLd.join('\n'), JSON_LD_MAX),
    text: cut(withoutEmptyLines(content.text), TEXT_MAX),
  };
  if (Object.values(texts).every((part) => part === '')) {
    throw new WebsiteError(`there is no text on the page of ${hostOf(url)}`);
  }
  return { url: url.href, ...texts };
}

// UTF-8 where nothing says otherwise. What claims or seems to be UTF-8 and is not, is windows-1252, as with old programs.
function decode(body: Buffer, charset: string | undefined): string {
  try {
    const text = decodeBuffer(body, { transportLayerEncodingLabel: charset, defaultEncoding: 'utf-8' });
    return isUtf8(body) || !isGarbled(text)
      ? text
      : decodeBuffer(body, { transportLayerEncodingLabel: 'windows-1252' });
  } catch (error) {
    // Browsers read such charsets (`replacement` and its aliases) as nothing, so that no script hides in them.
    if (error instanceof RangeError) throw new WebsiteError('its charset is not one that is read');
    throw error;
  }
}

// Single broken bytes do not make a page one of another charset.
function isGarbled(text: string): boolean {
  const foreign = text.match(/[\u0080-\uffff]/gu)?.length ?? 0;
  return text.split('\ufffd').length - 1 > foreign / 2;
}

// Parses in slices, so that a hostile page neither blocks the process nor exceeds the time limit.
async function parse(source: string, type: string, signal: AbortSignal): Promise<PageContent> {
  // Twice the length, since blank and repeated lines are still in it.
  const handler = new PageHandler(2 * TEXT_MAX);
  const parser = new Parser(handler, { recognizeSelfClosing: type === 'application/xhtml+xml' });
  for (let start = 0; start < source.length && handler.depth < DEPTH_MAX; start += SLICE) {
    parser.write(source.slice(start, start + SLICE));
    await nextTurn(undefined, { signal });
  }
  parser.end();
  return handler.content;
}

function withoutEmptyLines(text: string): string {
  const lines = text.split('\n').map(oneLine).filter(Boolean);
  return lines.filter((line, index) => line !== lines[index - 1]).join('\n');
}

// Searches for the end of a word only in the beginning: searching a very long text would take long.
function cut(text: string, max: number): string {
  return cutAtWord(text.slice(0, max + LONGEST_WORD), max);
}
