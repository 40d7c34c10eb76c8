import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { sampleReview, toReviewer, type ToReviewer } from '../../mail/to-reviewer.js';
import { loadClosedLinkFacts } from './mailed-link.js';

/** Tells a reviewer that their link was revoked, if staff chose to. */
export const LINK_CLOSED: MailDescriptor<ToReviewer> = {
  to: 'reviewer',
  quietMinutes: 0,
  load: loadClosedLinkFacts,
  content: (facts, say) => ({ ...toReviewer(facts, say, 'linkClosed'), texts: [say.text('linkClosed.text')] }),
  sample: sampleReview,
};
