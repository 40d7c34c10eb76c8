import type { MailDescriptor } from '../../mail/mail-descriptor.js';
import { countsLine, firstName, noteParagraphs, subjectAndHeading, type DecidedFacts } from '../../mail/mail-parts.js';
import { SAMPLE_CLIENT, SAMPLE_TITLE } from '../../mail/sample.js';
import { sampleStaff, staffMail, type StaffMailFacts } from '../../mail/staff-mail.js';

interface DigestFacts extends StaffMailFacts {
  entries: DigestEntry[];
}

interface DigestEntry extends Pick<DecidedFacts, 'approved' | 'rejected' | 'left'> {
  client: string;
  title: string;
  /** What the reviewer wrote at the end; `''` for nothing. */
  note: string;
  address: string;
}

/** The daily digest of a user's notifications. */
export const DIGEST: MailDescriptor<DigestFacts> = {
  to: 'staff',
  quietMinutes: 0,
  content: (facts, t) => {
    const values = { n: facts.entries.length, brand: facts.brand.name, name: firstName(facts.user.name) };
    return {
      ...staffMail(facts, t),
      ...subjectAndHeading(t, 'digest', values),
      texts: [],
      links: facts.entries.map((entry) => ({
        text: `${entry.client}: ${entry.title}`,
        detail: [countsLine(entry, t), ...noteParagraphs(entry, t)].filter(Boolean).join('\n'),
        address: entry.address,
      })),
      button: { text: t.text('digest.button', values), address: facts.address },
    };
  },
  sample: (about) => {
    const address = `${about.origin}/r/example`;
    const [client, title] = [SAMPLE_CLIENT.business, SAMPLE_TITLE];
    return {
      ...sampleStaff(about),
      entries: [
        { client, title, approved: 8, rejected: 2, left: 0, note: 'Thank you!', address },
        { client: 'Bloom & Branch', title: 'Windows', approved: 3, rejected: 0, left: 4, note: '', address },
      ],
    };
  },
};
