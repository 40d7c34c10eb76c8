import { GENERIC_WORDS } from './words.js';

/** Scripts that put no spaces between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Lower-case letters without accents, one kind of apostrophe and of dash, single spaces. */
export function folded(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // Before too, since long rows of accents take the normalisation long.
      .replace(/\p{M}+/gu, '')
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[’‘`´]/gu, "'")
      .replace(/[‐‑‒–—]/gu, '-')
      .replace(/[^\S\n]+/gu, ' ')
  );
}

/** Whether folded words stand in a folded text, not as a part of longer ones. */
export function containsWords(text: string, words: string): boolean {
  const isUnspaced = UNSPACED.test(words);
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const behind = text[at + words.length] ?? ' ';
    if (isUnspaced || !/[\p{L}\d]/u.test(before + behind)) return true;
  }
  return false;
}

/** The words of a text that say what it is about. */
export function contentWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/gu) ?? []).filter(
    (word) => word.length > 2 && !GENERIC_WORDS.has(folded(word)),
  );
}
