import type { MailQuote } from '../../mail/mail-content.js';
import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { QUOTES_MAX, itemName, type ItemNoun } from '../../mail/mail-parts.js';
import { SAMPLE_FEEDBACK, SAMPLE_PHOTOS } from '../../mail/sample.js';
import type { Translator } from '../../mail/texts/translator.js';
import { decisionRequest, sampleReview, type ReviewFacts } from '../../mail/reviewer-mail.js';
import type { NewRoundItems } from '../../reviews/new-rounds.js';
import { loadLinkFacts } from './mailed-link.js';
import { findRoundFacts, type ReturnedItem, type RoundFacts } from './round-facts.js';

interface NewRoundFacts extends ReviewFacts, RoundFacts {}

/**
 * Tells reviewers that there is more to decide. Dropped if all new items were decided or removed meanwhile, or none
 * was changed or answered. `reviews/new-rounds.ts` chooses the recipients.
 */
export const NEW_ROUND: MailDescriptor<NewRoundFacts, NewRoundItems> = {
  to: 'reviewer',
  quietMinutes: 5,
  load: async (mail, from) => {
    const found = await loadLinkFacts(mail, from, mail);
    if ('drop' in found) return found;
    if (!found.link.mayDecide) return { drop: 'The reviewer may only look now.' };
    const round = await findRoundFacts(from.manager, mail.reviewId!, mail.facts);
    if ('drop' in round) return round;
    const { left, photos, ...news } = round;
    return { facts: { ...found.facts, ...(!news.hasAdded && { left, photos }), ...news } };
  },
  content: (facts, t) => {
    const { again, hasAdded } = facts;
    const quotes = again.slice(0, QUOTES_MAX).map((thing) => quoteReturnedItem(thing, facts.things, t));
    const more = again.length - quotes.length;
    const content = hasAdded
      ? decisionRequest(facts, t, 'invitation', 'invitation.button')
      : decisionRequest(facts, t, roundText(again), 'newRound.button');
    const hint = [content.hint, more > 0 && t.text('more', { n: more })].filter(Boolean).join('\n');
    return { ...content, texts: [textOfRound(facts, t)], quotes, ...(hint && { hint }) };
  },
  sample: (about) => ({
    ...sampleReview(about),
    left: 2,
    photos: SAMPLE_PHOTOS.slice(0, 2),
    dueOn: null,
    again: [
      { ...SAMPLE_FEEDBACK[0], isChanged: true, reply: '' },
      { ...SAMPLE_FEEDBACK[1], isChanged: false, reply: 'They are what your shop is known for. May we keep them?' },
    ],
    hasAdded: false,
  }),
};

/** The key of the texts of the mail: all returned items were changed, all answered only, or both. */
function roundText(again: ReturnedItem[]): 'newRound' | 'answered' | 'again' {
  if (again.every(({ isChanged }) => isChanged)) return 'newRound';
  return again.some(({ isChanged }) => isChanged) ? 'again' : 'answered';
}

function textOfRound({ again, hasAdded }: NewRoundFacts, t: Translator): string {
  if (hasAdded) return t.text('reminder.waiting');
  const kind = roundText(again);
  const isAsked = again.every(({ feedback }) => feedback !== '');
  return t.text(kind === 'newRound' && !isAsked ? 'newRound.byUs' : `${kind}.text`);
}

function quoteReturnedItem(
  { name, feedback, reply, isChanged }: ReturnedItem,
  itemNoun: ItemNoun,
  t: Translator,
): MailQuote {
  const what = t.text(isChanged ? 'changed' : 'answered');
  return {
    name: `${itemName(name, itemNoun, t)} · ${what}`,
    feedback,
    ...(reply && { answer: { label: t.text('answer'), text: reply } }),
  };
}
