import { oneLine } from '../text.js';

/** Markdown that models often write: bold (`**` and `__`), code, headings. */
const MARKDOWN = /\*\*|__|`+|^\s{0,3}(?:#{1,6}\s+)+/gmu;
const EMOJI = /(?![©®™])(?:\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F1E6}-\u{1F1FF}])/gu;
/** Invisible characters that split a word or change its direction. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * The text as one line (NFC) without Markdown, emoji, invisible characters, repeated `!` or `?`, and spaces before `,`, `.`
 * and `;`. Of a long run of accents ten stay.
 */
export function cleanText(text: string): string {
  return oneLine(composeAccents(text).replace(INVISIBLE, '').replace(MARKDOWN, '').replace(EMOJI, ''))
    .replace(/([!?])\1+/gu, '$1')
    .replace(/\s+([,.;])(?=\s|$)/gu, '$1');
}

/** An entry of a list as clean text, without its bullet or number, surrounding quotation marks and final punctuation. */
export function cleanEntry(text: string): string {
  return withoutMarks(text, /^\s*(?:(?:[-–—*•·▪✓✔]|\d{1,2}[.)](?=\s))\s*)+/u);
}

/** A keyword as a clean entry, without the marks of a hashtag. */
export function cleanKeyword(text: string): string {
  return withoutMarks(text, /^\s*(?:(?:[-–—*•·▪✓✔#]|\d{1,2}[.)](?=\s))[\s.,;:]*)+/u);
}

/** Only a text made to waste time needs more. */
const ROUNDS_MAX = 10;

/** Removes bullets, quotation marks and final punctuation until nothing changes, in at most `ROUNDS_MAX` rounds. */
function withoutMarks(text: string, bullets: RegExp): string {
  let current = text;
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const next = cleanText(current.replace(bullets, ''))
      .replace(/^["“„«]([^"“”„«»]*)["”“»]$/u, '$1')
      .replace(/(?<![\s.,;:])[\s.,;:]+$/u, '')
      .trim();
    if (next === current) return next;
    current = next;
  }
  return current;
}

/** Composes letters and accents (NFC). Of a long run of accents only ten stay, because composing a long run is slow. */
function composeAccents(text: string): string {
  return text.replace(/(?<!\p{M})(\p{M}{10})\p{M}+/gu, '$1').normalize('NFC');
}
