import type { Section } from '../contract/statuses.js';
import type { MailContent, MailFeedback, MailPhoto } from './mail-content.js';
import type { MailTexts } from './texts/en.js';
import type { Translator } from './texts/translator.js';

/** Photos in the row of a mail. If there are more, the last place shows how many. */
const PHOTOS_IN_LINE = 4;
export const QUOTES_MAX = 5;

/**
 * The word for what is decided: photos of a moment, sections of an optimization, or reviews in a portal. Also the key
 * of its text.
 */
export type ItemNoun = 'photos' | 'sections' | 'items';

/** What a reviewer decided, and how many decisions are left. */
export interface DecidedFacts {
  things: ItemNoun;
  approved: number;
  rejected: number;
  left: number;
  feedback: MailFeedback[];
  photos: MailPhoto[];
}

/** The names of texts with a `….subject` and a `….heading`. */
type TitledText = { [Key in keyof MailTexts]: Key extends `${infer Name}.subject` ? Name : never }[keyof MailTexts];

/** Subject and heading of a mail. @param name the prefix of their keys */
export function subjectAndHeading(t: Translator, name: TitledText, values: Record<string, string | number>) {
  return { subject: t.text(`${name}.subject`, values), heading: t.text(`${name}.heading`, values) };
}

/** The row of photos of a mail about `all` photos: the first ones, and the number of the others. */
export function photoLine(photos: MailPhoto[], all = photos.length): NonNullable<MailContent['photos']> {
  const places = all > PHOTOS_IN_LINE ? PHOTOS_IN_LINE - 1 : PHOTOS_IN_LINE;
  const shown = photos.slice(0, places);
  return { shown, more: Math.max(0, all - shown.length) };
}

/** The first feedback of a client as quotes, and a hint if there is more. */
export function feedbackQuotes({ feedback, things }: Pick<DecidedFacts, 'feedback' | 'things'>, t: Translator) {
  const hidden = feedback.length - QUOTES_MAX;
  return {
    quotes: feedback.slice(0, QUOTES_MAX).map((quote) => ({ ...quote, name: itemName(quote.name, things, t) })),
    ...(hidden > 0 && { hint: t.text('more', { n: hidden }) }),
  };
}

/** The name of an item: a section in the language of the mail; a photo by its title. */
export function itemName(name: string, itemNoun: ItemNoun, t: Translator): string {
  return itemNoun === 'sections' ? t.text(`section.${name as Section}`) : name;
}

/** The number of items that are left, such as "3 photos". */
export function itemCountText({ things, left }: { things: ItemNoun; left: number }, t: Translator): string {
  return t.text(things, { n: left });
}

/** The numbers of approved, rejected and remaining items, in one line. */
export function countsLine(facts: Pick<DecidedFacts, 'approved' | 'rejected' | 'left'>, t: Translator): string {
  const parts = (['approved', 'rejected', 'left'] as const).filter((name) => facts[name] > 0);
  return parts.map((name) => t.text(name, { n: facts[name] })).join(' · ');
}

/** The reviewer's note at the end of a round, as a paragraph; none without a note. */
export function noteParagraphs({ note }: { note: string }, t: Translator): string[] {
  return note ? [`${t.text('note')}: ${note}`] : [];
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? '';
}
