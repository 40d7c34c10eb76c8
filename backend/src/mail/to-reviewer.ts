import type { MailBrand, MailPhoto } from './mail-content.js';
import { firstName, inLine, leftOf, titled, type MailThings } from './mail-parts.js';
import { SAMPLE_CLIENT, SAMPLE_PHOTOS, type Sample } from './sample.js';
import type { Say } from './texts/say.js';

/** What every mail to a reviewer says. */
export interface ToReviewer {
  reviewer: { name: string };
  client: { business: string };
  brand: MailBrand;
  /** The reviewer's link, which the button opens. */
  address: string;
  /** The person that an answer goes to; `null` for the sender's address. */
  replyTo: { name: string; address: string } | null;
}

/** What a mail says that asks a reviewer to decide. */
export interface ReviewFacts extends ToReviewer {
  things: MailThings;
  /** How many the reviewer has to decide yet. */
  left: number;
  total: number;
  /** Those that are left, in their order; the first ones are shown. */
  photos: MailPhoto[];
  /** `YYYY-MM-DD`; `null` without a due date. */
  dueOn: string | null;
}

/** The frame of a mail to a reviewer. @param name of the texts of its subject and heading, which may name these values */
export function toReviewer(
  facts: ToReviewer,
  say: Say,
  name: Parameters<typeof titled>[1],
  values: Record<string, string | number> = {},
) {
  const all = { ...values, name: firstName(facts.reviewer.name), client: facts.client.business };
  return {
    brand: facts.brand,
    replyTo: facts.replyTo,
    ...titled(say, name, all),
    button: null,
    footer: reviewerFooter(facts, say),
  };
}

/** A mail that asks a reviewer to decide; its texts are as in `toReviewer`. */
export function askToDecide(
  facts: ReviewFacts,
  say: Say,
  name: Parameters<typeof titled>[1],
  button: 'invitation.button' | 'newRound.button' | 'reminder.button',
) {
  const values = { n: facts.left, things: leftOf(facts, say) };
  return {
    ...toReviewer(facts, say, name, values),
    hint: facts.dueOn ? say.text('decideBy', { date: say.day(facts.dueOn) }) : undefined,
    photos: inLine(facts.photos, facts.things === 'photos' ? facts.left : facts.photos.length),
    button: { text: say.text(button, values), address: facts.address },
  };
}

export function reviewerFooter({ brand, client }: ToReviewer, say: Say): string[] {
  const sender = [brand.name, brand.postalAddress].filter(Boolean).join(', ');
  return [sender, say.text('named', { client: client.business })];
}

/** A review for previews. */
export function sampleReview({ brand, origin }: Sample): ReviewFacts {
  return {
    reviewer: { name: 'Maria Lopez' },
    client: SAMPLE_CLIENT,
    brand,
    address: `${origin}/r/example`,
    replyTo: null,
    things: 'photos',
    left: 10,
    total: 10,
    photos: SAMPLE_PHOTOS,
    dueOn: '2026-11-30',
  };
}
