import { createHash } from 'node:crypto';
import { oneLine } from '../../text.js';

/** The values for templates, by placeholder; `''` if unknown. */
export type Facts = Record<string, string>;

/** Fills templates with facts. The same seed gives the same choices. */
export class Writer {
  private readonly bytes: Buffer;
  private at = 0;

  /** @param avoid words in lower case; lines with them are used only if there is no other */
  constructor(
    private readonly facts: Facts,
    private readonly avoid: string[],
    ...seed: (string | Buffer)[]
  ) {
    const hash = createHash('sha512');
    for (const part of seed) hash.update(part).update('\0');
    this.bytes = hash.digest();
  }

  /**
   * Fills a template of the first group that has one whose facts are known and whose result has at most `max`
   * characters.
   * @returns `''` if no group has one
   */
  write(groups: string[][], max = Infinity): string {
    for (const group of groups) {
      const filled = group.map((line) => fill(line, this.facts)).filter((line) => line !== '' && line.length <= max);
      const liked = filled.filter((line) => !this.avoid.some((words) => line.toLowerCase().includes(words)));
      const line = this.pick(liked.length > 0 ? liked : filled);
      if (line) return line;
    }
    return '';
  }

  /** Returns one of the entries, chosen by the seed; undefined if there are none. */
  pick<T>(entries: T[]): T | undefined {
    return this.rotate(entries)[0];
  }

  /** Rotates the entries so that one chosen by the seed comes first. */
  rotate<T>(entries: T[]): T[] {
    const value = this.bytes.readUInt16BE(this.at);
    this.at = (this.at + 2) % this.bytes.length;
    const start = value % Math.max(entries.length, 1);
    return [...entries.slice(start), ...entries.slice(0, start)];
  }
}

/** Fills a template, see `templates.ts`; `''` if a fact that it needs is unknown. */
export function fill(template: string, facts: Facts): string {
  const insert = (text: string) => {
    const isKnown = [...text.matchAll(/\{(\w+)\}/gu)].every(([, name = '']) => facts[name]);
    return isKnown ? text.replace(/\{(\w+)\}/gu, (_, name: string) => facts[name]!) : undefined;
  };
  const parts = template.split(/\[([^\]]*)\]/u).map((text, at) => insert(text) ?? (at % 2 === 1 ? '' : undefined));
  if (parts.includes(undefined)) return '';
  const line = oneLine(parts.join(''))
    .replace(/([.!?])\.(?=\s|$)/gu, '$1')
    .replace(/\s+([,.;:!?])(?=\s|$)/gu, '$1');
  return facts.business && line.startsWith(facts.business) ? line : line.slice(0, 1).toUpperCase() + line.slice(1);
}

/** Joins entries to an English list: `Leeds, Otley and Ilkley`. */
export function joinList(entries: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(entries);
}

const SMALL_WORDS = new Set(
  'the and of for with our we you your to are from at by that all every have it this is'.split(' '),
);

/** Whether at least an eighth of the words are common small words of English. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length > 0 && 8 * words.filter((word) => SMALL_WORDS.has(word)).length >= words.length;
}
