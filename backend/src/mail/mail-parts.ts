import type { Section } from '../contract/statuses.js';
import type { MailContent, MailFeedback, MailPhoto } from './mail-content.js';
import type { MailTexts } from './texts/en.js';
import type { Say } from './texts/say.js';

/** Photos in one line. If there are more, their number is in its last place. */
const PHOTOS_IN_LINE = 4;
export const QUOTES_MAX = 5;

/** What is to be decided: photos of a moment, sections of a profile, or both in the client's list. */
export type MailThings = 'photos' | 'sections' | 'items';

/** What a reviewer decided, and how many decisions are left. */
export interface DecidedFacts {
  things: MailThings;
  approved: number;
  rejected: number;
  left: number;
  feedback: MailFeedback[];
  photos: MailPhoto[];
}

/** The names of the texts `….subject`, each of which has a `….heading`. */
type Titled = { [Key in keyof MailTexts]: Key extends `${infer Name}.subject` ? Name : never }[keyof MailTexts];

/** Subject and heading, by the name of their texts. */
export function titled(say: Say, name: Titled, values: Record<string, string | number>) {
  return { subject: say.text(`${name}.subject`, values), heading: say.text(`${name}.heading`, values) };
}

/** The first photos of a mail about so many. */
export function inLine(photos: MailPhoto[], all = photos.length): NonNullable<MailContent['photos']> {
  const places = all > PHOTOS_IN_LINE ? PHOTOS_IN_LINE - 1 : PHOTOS_IN_LINE;
  const shown = photos.slice(0, places);
  return { shown, more: Math.max(0, all - shown.length) };
}

/** The first of the client's words, and a hint that there are more. */
export function quotesOf({ feedback, things }: Pick<DecidedFacts, 'feedback' | 'things'>, say: Say) {
  const hidden = feedback.length - QUOTES_MAX;
  return {
    quotes: feedback.slice(0, QUOTES_MAX).map((quote) => ({ ...quote, name: thingName(quote.name, things, say) })),
    ...(hidden > 0 && { hint: say.text('more', { n: hidden }) }),
  };
}

/** The name of a section in the language of the mail; a photo has its own. */
export function thingName(name: string, things: MailThings, say: Say): string {
  return things === 'sections' ? say.text(`section.${name as Section}`) : name;
}

/** How many photos, sections or items are left. */
export function leftOf({ things, left }: { things: MailThings; left: number }, say: Say): string {
  return say.text(things, { n: left });
}

/** How many are approved, rejected and left, in one line. */
export function countsLine(facts: Pick<DecidedFacts, 'approved' | 'rejected' | 'left'>, say: Say): string {
  const parts = (['approved', 'rejected', 'left'] as const).filter((name) => facts[name] > 0);
  return parts.map((name) => say.text(name, { n: facts[name] })).join(' · ');
}

/** What the reviewer wrote at the end: a paragraph, or none. */
export function noteOf({ note }: { note: string }, say: Say): string[] {
  return note ? [`${say.text('note')}: ${note}`] : [];
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? '';
}
