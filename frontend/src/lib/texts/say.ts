import { Phrases, type PhrasesOf } from '@gmb-moments/backend/contract/phrases';
import { createContext, useContext } from 'react';
import { failureBy, HttpError, reasonOf } from '../http';
import { ENGLISH } from './en';

/**
 * What goes wrong on a visitor's page: codes of the API, failures without an answer, and answers that are not the API's. In
 * English the API's own sentence is shown, and in all languages for other codes.
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

/** Says what visitors read, in one language. */
export class Say extends Phrases<TextKey> {
  /** The sentence to show for any failure. */
  reasonOf(error: unknown): string {
    const key = `error.${error instanceof HttpError ? nameOf(error) : 'page'}`;
    return key in this.texts ? this.text(key as TextKey) : reasonOf(error);
  }

  /** A day with its year, as it is where the visitor is. @param at ISO 8601 */
  date(at: string): string {
    const options = { dateStyle: 'long', numberingSystem: 'latn' } as const;
    return new Intl.DateTimeFormat(this.language, options).format(new Date(at));
  }
}

function nameOf({ status, code }: HttpError): string {
  return status === 0 ? 'unreachable' : (code ?? failureBy(status));
}

export const SAY_ENGLISH = new Say('en', ENGLISH);

/** English without a provider, as on the pages of staff. */
export const SayContext = createContext(SAY_ENGLISH);

/** What says the texts of this page in the visitor's language. */
export function useSay(): Say {
  return useContext(SayContext);
}
