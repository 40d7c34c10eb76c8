import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeBuffer } from 'encoding-sniffer';
import { Parser } from 'htmlparser2';
import type { WebsiteText } from '../ai/ai.js';
import { cutAtWord, oneLine } from '../ai/text.js';
import type { Page } from './fetch-page.js';
import { PageHandler, type PageContent } from './page-content.js';
import { hostOf, WebsiteError } from './address-policy.js';

const TITLE_MAX = 300;
const DESCRIPTION_MAX = 1000;
const JSON_LD_MAX = 8000;
const TEXT_MAX = 12_000;
const LONGEST_WORD = 100;
const SLICE = 16 * 1024;
// Pages by people are less deep; the time of the parser grows with the depth.
const DEPTH_MAX = 1000;
const NOTHING = { title: '', description: '', jsonLd: [] };

/**
 * Returns the texts of a page, cut to the lengths above.
 * @param signal aborts the parsing; its reason is thrown
 * @throws WebsiteError when the page has no text, or its charset is not supported
 */
export async function readPage({ url, type, charset, body }: Page, signal: AbortSignal): Promise<WebsiteText> {
  const source = decode(body, charset);
  const content = type === 'text/plain' ? { ...NOTHING, text: source } : await parse(source, type, signal);
  const texts = {
    title: shorten(oneLine(content.title), TITLE_MAX),
    metaDescription: shorten(oneLine(content.description), DESCRIPTION_MAX),
    jsonLd: shorten(content.jsonLd.join('\n'), JSON_LD_MAX),
    text: shorten(withoutEmptyLines(content.text), TEXT_MAX),
  };
  if (Object.values(texts).every((part) => part === '')) {
    throw new WebsiteError(`there is no text on the page of ${hostOf(url)}`);
  }
  return { url: url.href, ...texts };
}

// The default is UTF-8. A text that should be UTF-8 but is invalid is read as windows-1252, which old programs write.
function decode(body: Buffer, charset: string | undefined): string {
  try {
    const text = decodeBuffer(body, { transportLayerEncodingLabel: charset, defaultEncoding: 'utf-8' });
    return isUtf8(body) || !isGarbled(text)
      ? text
      : decodeBuffer(body, { transportLayerEncodingLabel: 'windows-1252' });
  } catch (error) {
    // Browsers do not decode such charsets either (`replacement` and its aliases), because scripts could hide in
    // them.
    if (error instanceof RangeError) throw new WebsiteError('its charset is not one that is read');
    throw error;
  }
}

// Whether most characters beyond ASCII are invalid. A few invalid bytes do not mean another charset.
function isGarbled(text: string): boolean {
  const foreign = text.match(/[\u0080-\uffff]/gu)?.length ?? 0;
  return text.split('\ufffd').length - 1 > foreign / 2;
}

// Parses in slices, so that a hostile page neither blocks the process nor exceeds the time limit.
async function parse(source: string, type: string, signal: AbortSignal): Promise<PageContent> {
  // Twice the length, because empty and repeated lines are removed afterwards.
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

// Cut roughly first, because searching for the end of a word in a very long text takes long.
function shorten(text: string, max: number): string {
  return cutAtWord(text.slice(0, max + LONGEST_WORD), max);
}
