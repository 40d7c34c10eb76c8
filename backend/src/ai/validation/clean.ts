import { oneLine } from '../text.js';

/** Markdown that models often write: bold (`**` and `__`), code, headings. */
const MARKDOWN = /[*_`]{2,}|`|^\s{0,3}(?:#{1,6}\s+)+/gmu;
const EMOJI = /(?![©®™])(?:\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F1E6}-\u{1F1FF}])/gu;
/** Invisible characters that split a word or change its direction. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Bullets, numbers, hashtags and quotation marks before an entry; quotation marks and punctuation behind it. */
const LEADING_MARKS = /^(?:[\s\-–—*•·▪✓✔#.,;:"“„«]|\d{1,2}[.)](?=\s))+/u;
const TRAILING_MARKS = /(?<![\s.,;:"”“»])[\s.,;:"”“»]+$/u;

/**
 * Returns the text as one line (NFC) without Markdown, emoji, invisible characters, repeated `!` or `?`, and spaces
 * before `,`, `.` and `;`. At most ten consecutive accents are kept, because composing a long run is slow.
 */
export function cleanText(text: string): string {
  const composed = text.replace(/(?<!\p{M})(\p{M}{10})\p{M}+/gu, '$1').normalize('NFC');
  return oneLine(composed.replace(INVISIBLE, '').replace(EMOJI, '').replace(MARKDOWN, ''))
    .replace(/([!?])\1+/gu, '$1')
    .replace(/\s+([,.;])(?=\s|$)/gu, '$1');
}

/** Cleans an entry of a list and removes bullets, numbers, quotation marks and punctuation around it. */
export function cleanEntry(text: string): string {
  return cleanText(text).replace(LEADING_MARKS, '').replace(TRAILING_MARKS, '');
}
