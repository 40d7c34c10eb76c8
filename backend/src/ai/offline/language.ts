import { ENGLISH } from './english.js';
import type { Phrases } from './phrases.js';

/** The languages that drafts are written in; the first one where the text tells nothing. */
const LANGUAGES: Phrases[] = [ENGLISH];

/** The language of a text, told by its small words. */
export function languageOf(text: string): Phrases {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  const scores = LANGUAGES.map((language) => words.filter((word) => language.recognisedBy.includes(word)).length);
  return LANGUAGES[scores.indexOf(Math.max(...scores))]!;
}
