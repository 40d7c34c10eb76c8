import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { sampleReview, toReviewer, type ToReviewer } from '../../mail/to-reviewer.js';
import { readClosedLink } from './mailed-link.js';

/** A reviewer's link was closed, and staff chose to say so. */
export const LINK_CLOSED: MailDescriptor<ToReviewer> = {
  to: 'reviewer',
  quietMinutes: 0,
  load: readClosedLink,
  content: (facts, say) => ({ ...toReviewer(facts, say, 'linkClosed'), texts: [say.text('linkClosed.text')] }),
  sample: sampleReview,
};
