import type { Handler } from 'htmlparser2';
import { findJson, toJson } from '../ai/json-in-text.js';

/** The content of a page, not yet cut or cleaned. */
export interface PageContent {
  title: string;
  description: string;
  /** JSON-LD objects, each as valid JSON; without duplicates and invalid ones. */
  jsonLd: string[];
  /** A line per paragraph. */
  text: string;
}

// Elements whose text is not shown, or is only for navigation.
const HIDDEN = new Set(
  'script style noscript template svg math iframe object canvas audio video select datalist textarea nav'.split(' '),
);
// Elements within a line; every other element begins a new line.
const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i img ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

type Attributes = Record<string, string>;

/**
 * Collects the visible text of a page from a parser's events. `html-to-text` is not used: it builds a tree of the
 * whole page at once, which blocks the process for minutes for 400,000 nested elements, which fit into 2 MB.
 */
export class PageHandler implements Partial<Handler> {
  /** Number of open elements. */
  depth = 0;
  private text = '';
  private title: string | undefined;
  private readonly metas = new Map<string, string>();
  private readonly jsonLd = new Set<string>();
  // Number of open elements from the outermost hidden one on; 0 outside of hidden elements.
  private hiddenDepth = 0;
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
    if (name === 'meta') this.addMeta(attributes);
    if (this.hiddenDepth > 0 || isHidden(name, attributes)) this.hiddenDepth++;
    else if (name === 'title') this.isInTitle = this.title === undefined;
    else if (!INLINE.has(name)) this.write('\n');
  }

  onclosetag(name: string): void {
    this.depth--;
    if (name === 'script') this.addScript();
    if (this.hiddenDepth > 0) this.hiddenDepth--;
    else if (name === 'title') this.isInTitle = false;
    else if (!INLINE.has(name)) this.write('\n');
  }

  ontext(text: string): void {
    if (this.script !== undefined) this.script += text;
    else if (this.isInTitle) this.title = (this.title ?? '') + text;
    else if (this.hiddenDepth === 0) this.write(text.replace(/\s+/gu, ' '));
  }

  private write(text: string): void {
    this.text += text.slice(0, this.textMax - this.text.length);
  }

  private meta(name: string): string {
    return this.metas.get(name) ?? '';
  }

  private addMeta({ name, property, content }: Attributes): void {
    const key = (name ?? property ?? '').trim().toLowerCase();
    if (content?.trim() && !this.metas.has(key)) this.metas.set(key, content);
  }

  private addScript(): void {
    // Some programs wrap scripts in CDATA for old browsers.
    const json = this.script?.replace(/^[^{["]*<!\[CDATA\[/u, '') ?? '';
    for (const text of findJson(json).values.map(toJson).filter(Boolean)) this.jsonLd.add(text);
    this.script = undefined;
  }
}

function isJsonLd({ type = '' }: Attributes): boolean {
  return type.split(';')[0]!.trim().toLowerCase() === 'application/ld+json';
}

function isHidden(name: string, { hidden, role, open, style = '' }: Attributes): boolean {
  return (
    HIDDEN.has(name) ||
    hidden !== undefined ||
    role === 'navigation' ||
    (name === 'dialog' && open === undefined) ||
    /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(style)
  );
}
