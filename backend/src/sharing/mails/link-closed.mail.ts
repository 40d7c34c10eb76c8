import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { sampleReview, reviewerMail, type ReviewerMailFacts } from '../../mail/reviewer-mail.js';
import { loadClosedLinkFacts } from './mailed-link.js';

/** Tells a reviewer that their link was revoked, if staff chose to. */
export const LINK_CLOSED: MailDescriptor<ReviewerMailFacts> = {
  to: 'reviewer',
  quietMinutes: 0,
  load: loadClosedLinkFacts,
  content: (facts, t) => ({ ...reviewerMail(facts, t, 'linkClosed'), texts: [t.text('linkClosed.text')] }),
  sample: sampleReview,
};
