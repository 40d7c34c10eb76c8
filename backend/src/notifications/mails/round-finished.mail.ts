import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { countsLine, noteParagraphs } from '../../mail/mail-parts.js';
import { reviewMail, sampleDecisions, type DecisionsFacts } from './decisions.mail.js';

export interface RoundFinishedFacts extends DecisionsFacts {
  /** What the reviewer wrote at the end; `''` for nothing. */
  note: string;
}

/** Tells staff that a reviewer ended the round. */
export const ROUND_FINISHED: MailDescriptor<RoundFinishedFacts> = {
  to: 'staff',
  quietMinutes: 0,
  content: (facts, say) => ({
    ...reviewMail(facts, say, 'roundFinished'),
    texts: [countsLine(facts, say), ...noteParagraphs(facts, say)].filter(Boolean),
  }),
  sample: (about) => ({ ...sampleDecisions(about), note: 'Thank you, the first one is my favourite.' }),
};
