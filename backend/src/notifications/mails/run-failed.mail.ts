import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { subjectAndHeading } from '../../mail/mail-parts.js';
import { SAMPLE_CLIENT, SAMPLE_TITLE } from '../../mail/sample.js';
import { sampleStaff, staffMail, type StaffMailFacts } from '../../mail/staff-mail.js';

export interface RunFailedFacts extends StaffMailFacts {
  client: { business: string };
  title: string;
  failed: number;
  total: number;
  /** The first reason, as a sentence. */
  reason: string;
}

/** Tells staff that captions or suggestions failed. */
export const RUN_FAILED: MailDescriptor<RunFailedFacts> = {
  to: 'staff',
  quietMinutes: 5,
  content: (facts, t) => {
    const { client, failed, total, title } = facts;
    return {
      ...staffMail(facts, t),
      ...subjectAndHeading(t, 'runFailed', { client: client.business, failed, total, title }),
      texts: [facts.reason],
      button: { text: t.text('open', { title }), address: facts.address },
    };
  },
  sample: (about) => ({
    ...sampleStaff(about),
    client: SAMPLE_CLIENT,
    title: SAMPLE_TITLE,
    failed: 3,
    total: 10,
    reason: 'The AI provider did not answer in time.',
  }),
};
