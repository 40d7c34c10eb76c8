import type { Handler } from 'htmlparser2';
import { jsonIn, jsonText } from '../ai/json-in-text.js';

/** The content of a page, not yet cut or cleaned. */
export interface PageContent {
  title: string;
  description: string;
  /** Valid JSON each, without duplicates and what was broken. */
  jsonLd: string[];
  /** A line per paragraph. */
  text: string;
}

// People do not read these, or only navigate by them.
const UNREAD = new Set(
  'script style noscript template svg math iframe object canvas audio video select datalist textarea nav'.split(' '),
);
// These are part of a line; every other element begins a new one.
const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i img ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

type Attributes = Record<string, string>;

/**
 * Collects from a parser's events what people read. `html-to-text` makes a tree of the whole page in one go: 400,000 nested
 * elements, which fit into 2 MB, hold the process up for minutes.
 */
export class PageHandler implements Partial<Handler> {
  /** Elements that are open. */
  depth = 0;
  private text = '';
  private title: string | undefined;
  private readonly metas = new Map<string, string>();
  private readonly jsonLd = new Set<string>();
  // Open elements from the outermost unread one.
  private unread = 0;
  private script: string | undefined;
  private isInTitle = false;

  /** @param textMax characters of text to keep; the rest is dropped */
  constructor(private readonly textMax: number) {}

  get content(): PageContent {
    return {
      title: this.title?.trim() || this.meta('og:title'),
      description: this.meta('description') || this.meta('og:description'),
      jsonLd: [...this.jsonLd],
      text: this.text,
    };
  }

  onopentag(name: string, attributes: Attributes): void {
    this.depth++;
    if (name === 'script' && isJsonLd(attributes)) this.script = '';
    if (name === 'meta') this.keepMeta(attributes);
    if (this.unread > 0 || isUnread(name, attributes)) this.unread++;
    else if (name === 'title') this.isInTitle = this.title === undefined;
    else if (!INLINE.has(name)) this.write('\n');
  }

  onclosetag(name: string): void {
    this.depth--;
    if (name === 'script') this.keepScript();
    if (this.unread > 0) this.unread--;
    else if (name === 'title') this.isInTitle = false;
    else if (!INLINE.has(name)) this.write('\n');
  }

  ontext(text: string): void {
    if (this.script !== undefined) this.script += text;
    else if (this.isInTitle) this.title = (this.title ?? '') + text;
    else if (this.unread === 0) this.write(text.replace(/\s+/gu, ' '));
  }

  private write(text: string): void {
    this.text += text.slice(0, this.textMax - this.text.length);
  }

  private meta(name: string): string {
    return this.metas.get(name) ?? '';
  }

  private keepMeta({ name, property, content }: Attributes): void {
    const key = (name ?? property ?? '').trim().toLowerCase();
    if (content?.trim() && !this.metas.has(key)) this.metas.set(key, content);
  }

  private keepScript(): void {
    // Some programs wrap scripts for browsers of long ago.
    const json = this.script?.replace(/^[^{["]*<!\[CDATA\[/u, '') ?? '';
    for (const text of jsonIn(json).values.map(jsonText).filter(Boolean)) this.jsonLd.add(text);
    this.script = undefined;
  }
}

function isJsonLd({ type = '' }: Attributes): boolean {
  return type.split(';')[0]!.trim().toLowerCase() === 'application/ld+json';
}

function isUnread(name: string, { hidden, role, open, style = '' }: Attributes): boolean {
  return (
    UNREAD.has(name) ||
    hidden !== undefined ||
    role === 'navigation' ||
    (name === 'dialog' && open === undefined) ||
    /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(style)
  );
}
