import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { countsLine, photoLine, feedbackQuotes, type DecidedFacts } from '../../mail/mail-parts.js';
import { SAMPLE_FEEDBACK } from '../../mail/sample.js';
import { sampleReview, reviewerMail, type ReviewerMailFacts } from '../../mail/reviewer-mail.js';
import { findDecidedItems } from '../links.queries.js';
import { loadLinkFacts } from './mailed-link.js';

interface ReceiptFacts extends ReviewerMailFacts, DecidedFacts {}

/**
 * Confirms to a reviewer what they decided; dropped if the decisions were undone. `sharing/receipts.ts` chooses the
 * recipients.
 */
export const RECEIPT: MailDescriptor<ReceiptFacts> = {
  to: 'reviewer',
  quietMinutes: 5,
  load: async (mail, from) => {
    const found = await loadLinkFacts(mail, from, mail);
    if ('drop' in found) return found;
    const { facts, link } = found;
    const { isOver, decided } = await findDecidedItems(from.manager, mail.reviewId!, link.reviewerId);
    if (!isOver) return { drop: 'The decisions are not complete any more.' };
    if (decided.length === 0) return { drop: 'The reviewer has decided nothing.' };
    const rejected = decided.filter(({ isApproved }) => !isApproved);
    return {
      facts: {
        ...facts,
        approved: decided.length - rejected.length,
        rejected: rejected.length,
        photos: decided.flatMap(({ fileId, name: title }) => (fileId ? [{ fileId, title }] : [])),
        feedback: rejected.map(({ name, feedback }) => ({ name, feedback })),
      },
    };
  },
  content: (facts, t) => ({
    ...reviewerMail(facts, t, 'receipt'),
    texts: [t.text('receipt.text'), countsLine(facts, t)],
    photos: photoLine(facts.photos),
    ...feedbackQuotes(facts, t),
    button: { text: t.text('receipt.button'), address: facts.address },
  }),
  sample: (about) => ({
    ...sampleReview(about),
    approved: 8,
    rejected: 2,
    left: 0,
    feedback: [...SAMPLE_FEEDBACK],
  }),
};
