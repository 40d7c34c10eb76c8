import { Phrases, type PhrasesOf } from '@gmb-moments/backend/contract/phrases';
import { createContext, useContext } from 'react';
import { failureOfStatus, HttpError, reasonOf } from '../http';
import { ENGLISH } from './en';

/**
 * The failures that have a translated sentence (`error.<name>`): error codes of the API, requests without an answer,
 * and answers that do not come from the API. English, and all other codes, show the API's own sentence.
 */
export const ERRORS = [
  'page',
  'unreachable',
  'tooLarge',
  'silent',
  'refused',
  'DATABASE_UNAVAILABLE',
  'DECISION_FINAL',
  'IMAGE_CHANGED',
  'IMAGE_NOT_PENDING',
  'INTERNAL_ERROR',
  'LINK_CLOSED',
  'LINK_EXPIRED',
  'LINK_LOCKED',
  'LINK_LOOKS_ONLY',
  'MEMORY_UNAVAILABLE',
  'NOT_FOUND',
  'NO_SUGGESTION',
  'PASSCODE_REQUIRED',
  'SECTION_CHANGED',
  'SECTION_DECIDED',
  'SECTION_THROTTLED',
  'STORAGE_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'WRONG_PASSCODE',
] as const;

export type TextKey = keyof typeof ENGLISH;
type ErrorKey = `error.${(typeof ERRORS)[number]}`;

/** All texts of a language other than English. */
export type VisitorTexts = PhrasesOf<TextKey | ErrorKey>;

/** Looks up and formats the texts of visitors' pages in one language. */
export class Translator extends Phrases<TextKey> {
  /** The sentence to show for any failure. */
  reasonOf(error: unknown): string {
    const key = `error.${error instanceof HttpError ? nameOf(error) : 'page'}`;
    return key in this.texts ? this.text(key as TextKey) : reasonOf(error);
  }

  /** A date with its year, in the visitor's time zone: `3 May 2026`. @param at ISO 8601 */
  date(at: string): string {
    const options = { dateStyle: 'long', numberingSystem: 'latn' } as const;
    return new Intl.DateTimeFormat(this.language, options).format(new Date(at));
  }
}

function nameOf({ status, code }: HttpError): string {
  return status === 0 ? 'unreachable' : (code ?? failureOfStatus(status));
}

export const ENGLISH_TRANSLATOR = new Translator('en', ENGLISH);

/** English where there is no `LanguageProvider`, as on the pages of staff. */
export const TranslatorContext = createContext(ENGLISH_TRANSLATOR);

/** The translator of the nearest `LanguageProvider`: `t.text('approve')`. */
export function useTranslator(): Translator {
  return useContext(TranslatorContext);
}
