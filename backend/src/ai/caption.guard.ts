import type { CaptionInput } from './ai.js';
import { forbiddenIn } from './suggestions/publishable.js';
import { sentencesOf } from './text.js';

/** Whom a caption is for, and where its picture was taken. */
export type CaptionSubject = Pick<CaptionInput, 'client' | 'address'>;

/** What no picture shows and nobody may be led to by one, whatever a text in the record asked for. */
const UNWANTED = ['a link', 'an e-mail address or an account', 'HTML', 'a price', 'a phone number'];

/** In Portugal, Brazil and the USA they look like short phone numbers. */
const POSTCODES = /(?<!\d)\d{4,5}-\d{3,4}(?!\d)/gu;

/** What stands in a caption's text that may not, such as `a link`. */
export function unwantedIn(text: string, { client, address }: CaptionSubject): string[] {
  const known = new Set(`${address} ${client.address}`.match(POSTCODES) ?? []);
  const masked = text.replace(POSTCODES, (postcode) => (known.has(postcode) ? '' : postcode));
  return forbiddenIn(masked, client.business).filter((what) => UNWANTED.includes(what));
}

/** The sentences of a text in which nothing unwanted stands. */
export function withoutUnwanted(text: string, subject: CaptionSubject): string {
  // Whole, since a sentence that is cut in the middle of an address would hide one.
  if (unwantedIn(text, subject).length === 0) return text;
  const kept = sentencesOf(text).filter((sentence) => unwantedIn(sentence, subject).length === 0);
  const joined = kept.join(' ');
  return unwantedIn(joined, subject).length === 0 ? joined : '';
}
