import type { MailBrand, MailPhoto } from './mail-content.js';
import { firstName, photoLine, itemCountText, subjectAndHeading, type ItemNoun } from './mail-parts.js';
import { SAMPLE_CLIENT, SAMPLE_PHOTOS, type SampleContext } from './sample.js';
import type { Translator } from './texts/translator.js';

/** The facts of every mail to a reviewer. */
export interface ReviewerMailFacts {
  reviewer: { name: string };
  client: { business: string };
  brand: MailBrand;
  /** URL of the reviewer's link, which the button opens. */
  address: string;
  /** To whom replies go; `null` for the sender's address. */
  replyTo: { name: string; address: string } | null;
}

/** The facts of a mail that asks a reviewer to decide. */
export interface ReviewFacts extends ReviewerMailFacts {
  things: ItemNoun;
  /** Number of items that the reviewer has not decided. */
  left: number;
  total: number;
  /** The undecided photos, in their order; the first ones are shown. */
  photos: MailPhoto[];
  /** `YYYY-MM-DD`; `null` without a due date. */
  dueOn: string | null;
}

/**
 * The common parts of mails to reviewers.
 * @param name prefix of the keys of subject and heading
 * @param values for placeholders in these texts, besides `name` and `client`
 */
export function reviewerMail(
  facts: ReviewerMailFacts,
  t: Translator,
  name: Parameters<typeof subjectAndHeading>[1],
  values: Record<string, string | number> = {},
) {
  const all = { ...values, name: firstName(facts.reviewer.name), client: facts.client.business };
  return {
    brand: facts.brand,
    replyTo: facts.replyTo,
    ...subjectAndHeading(t, name, all),
    button: null,
    footer: reviewerFooter(facts, t),
  };
}

/** The parts of a mail that asks a reviewer to decide. @param name as for `reviewerMail` */
export function decisionRequest(
  facts: ReviewFacts,
  t: Translator,
  name: Parameters<typeof subjectAndHeading>[1],
  button: 'invitation.button' | 'newRound.button' | 'reminder.button',
) {
  const values = { n: facts.left, things: itemCountText(facts, t) };
  return {
    ...reviewerMail(facts, t, name, values),
    hint: facts.dueOn ? t.text('decideBy', { date: t.day(facts.dueOn) }) : undefined,
    photos: photoLine(facts.photos, facts.things === 'photos' ? facts.left : facts.photos.length),
    button: { text: t.text(button, values), address: facts.address },
  };
}

export function reviewerFooter({ brand, client }: ReviewerMailFacts, t: Translator): string[] {
  const sender = [brand.name, brand.postalAddress].filter(Boolean).join(', ');
  return [sender, t.text('named', { client: client.business })];
}

/** Sample facts for previews. */
export function sampleReview({ brand, origin }: SampleContext): ReviewFacts {
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
