import { messageTo } from '../../contract/share-message.js';
import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { itemCountText } from '../../mail/mail-parts.js';
import { SAMPLE_PHOTOS, SAMPLE_TITLE } from '../../mail/sample.js';
import type { Translator } from '../../mail/texts/translator.js';
import { decisionRequest, reviewerFooter, sampleReview, type ReviewFacts } from '../../mail/reviewer-mail.js';
import { isRemindedToday } from '../../reviews/reminders.js';
import { nextWorkingHour } from '../../reviews/working-hours.js';
import { LinkTokens } from '../link-tokens.js';
import { loadLinkFacts } from './mailed-link.js';
import { findAllWaiting, type WaitingReviewFacts, type WaitingReview } from './waiting-reviews.js';

/** Up to this number of decisions, the reminder says that they take less than a minute. */
const FEW_DECISIONS = 3;

interface ReminderFacts extends ReviewFacts, ReminderNumber {
  /** The client's own text of reminders; `''` for the default text. */
  message: string;
  /** All reviews of the agency that wait for this reviewer, by due date. */
  waiting: WaitingReviewFacts[];
}

/** This reminder is the `number`-th, from 1, of `of`. */
interface ReminderNumber {
  number: number;
  of: number;
}

/**
 * Reminds a reviewer of all reviews of the agency that wait for them. Sent in working hours only. Dropped if nothing
 * is left to decide by its link, or the agency has reminded the reviewer that day. `reviews/reminders.ts` plans it.
 */
export const REMINDER: MailDescriptor<ReminderFacts, ReminderNumber & { isByHand?: boolean }> = {
  to: 'reviewer',
  quietMinutes: 0,
  load: async (mail, from) => {
    const { manager, tokens } = from;
    const found = await loadLinkFacts(mail, from);
    if ('drop' in found) return found;
    const { facts, link } = found;
    if (facts.left === 0) return { drop: 'Everything is decided.' };
    const { number, of, isByHand } = mail.facts;
    const later = isByHand ? null : nextWorkingHour(new Date(), link.reviewer!.timeZone);
    if (later) return { until: later };
    if (await isRemindedToday(manager, link.reviewer!))
      return { drop: 'They were reminded that day already, of all that waited.' };
    const message = messageTo(facts.reviewer.name, link.reviewer!.client!.reminderText);
    const all = await findAllWaiting(manager, new LinkTokens(tokens), link);
    return { facts: { ...facts, ...waitingFacts(facts, all), message, number, of } };
  },
  content: (facts, t) => {
    const { number, of, left, total, message, waiting } = facts;
    const text = message || (left === total ? t.text('reminder.waiting') : '');
    const decided = total - left;
    const content = decisionRequest(facts, t, 'reminder', 'reminder.button');
    return {
      ...content,
      heading:
        left <= FEW_DECISIONS && waiting.length < 2
          ? `${content.heading}\n${t.text('reminder.short')}`
          : content.heading,
      ...(decided > 0 && {
        progress: { part: decided / total, text: t.text('reminder.progress', { decided, total }) },
      }),
      texts: text ? [text] : [],
      hint: undefined,
      links: waiting.map((one) => ({
        text: one.title,
        detail: [itemCountText(one, t), one.dueOn && t.text('decideBy', { date: t.day(one.dueOn) })]
          .filter(Boolean)
          .join(' · '),
        address: one.address,
      })),
      button: buttonOf(facts, t) ?? content.button,
      // The number counts the reminders of one link, so it is left out if several reviews are listed.
      footer: [...(waiting.length > 1 ? [] : [t.text('reminder.number', { number, of })]), ...reviewerFooter(facts, t)],
    };
  },
  sample: (about) => {
    const review = sampleReview(about);
    const { dueOn, address } = review;
    return {
      ...review,
      left: 2,
      photos: SAMPLE_PHOTOS.slice(0, 2),
      message: '',
      waiting: [{ title: SAMPLE_TITLE, things: 'photos', left: 2, dueOn, address }],
      number: 1,
      of: 3,
    };
  },
};

/** The facts of a reminder about one or several waiting reviews. */
function waitingFacts(facts: ReviewFacts, all: WaitingReview[]) {
  const businesses = [...new Set(all.map(({ business }) => business))];
  const waiting = all.map(({ title, business, things, left, dueOn, address }) => {
    return { title: businesses.length > 1 ? `${business}: ${title}` : title, things, left, dueOn, address };
  });
  const [first] = all;
  if (all.length === 1) return { ...first!.facts, address: first!.address, waiting };
  const several = { things: 'items', left: all.length, total: all.length, photos: [], dueOn: null } as const;
  return { ...several, photos: [], client: { business: businesses.join(', ') || facts.client.business }, waiting };
}

/**
 * The button if several reviews wait (opens the first one), or if nothing is decided yet; `null` for the default
 * button.
 */
function buttonOf(facts: ReminderFacts, t: Translator) {
  const { left, total, waiting, address } = facts;
  if (waiting.length > 1) return { text: t.text('open', { title: waiting[0]!.title }), address: waiting[0]!.address };
  return total > left ? null : { text: t.text('invitation.button', { things: itemCountText(facts, t) }), address };
}
