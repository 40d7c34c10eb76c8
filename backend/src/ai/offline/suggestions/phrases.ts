import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import { SPANISH } from './spanish.js';

/** What a sentence may speak of; `''` when unknown. */
export interface Said {
  business: string;
  /** Town of the business, with its district. */
  base: string;
  /** Lists in words. */
  categories: string;
  services: string;
  areas: string;
  hours: string;
}

/** Says something, or `''` when a fact is missing. */
export type Sentence = (said: Said) => string;

/** A question, and its answer. */
export type Question = [question: Sentence, answer: Sentence];

/** How a suggestion is put in one language. The sentences of each kind are alternatives. */
export interface SuggestionPhrases {
  openings: Sentence[];
  services: Sentence[];
  areas: Sentence[];
  closings: Sentence[];
  faqs: Record<'services' | 'areas' | 'base' | 'hours', Question>;
  /** Begins of sentences in which a business speaks of itself. */
  own: RegExp;
  /** Headings below which a website lists services. */
  servicesHeading: RegExp;
}

const PHRASES: Record<string, SuggestionPhrases> = {
  'en-GB': ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
};

/** The phrases of a language, by its locale. */
export function phrasesOf(locale: string): SuggestionPhrases {
  return PHRASES[locale] ?? ENGLISH;
}
