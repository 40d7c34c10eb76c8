import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import type { Phrases } from './phrases.js';
import { SPANISH } from './spanish.js';

const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN];
const SMALL_WORDS = LANGUAGES.map(({ recognisedBy }) => new Set(recognisedBy));
/** Share of small words from which a text is sure to be in a language. */
const SURE = 0.12;

/** The language of a text, told by its small words; English when none is recognised, and then not `sure`. */
export function languageOf(text: string): { language: Phrases; sure: boolean } {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const shares = SMALL_WORDS.map((small) => words.filter((word) => small.has(word)).length / Math.max(words.length, 1));
  const best = Math.max(...shares);
  return best >= SURE ? { language: LANGUAGES[shares.indexOf(best)]!, sure: true } : { language: ENGLISH, sure: false };
}
