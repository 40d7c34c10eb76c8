import { RESET_MINUTES } from '../contract/limits.js';
import type { MailDescriptor } from '../mail/mail-descriptor.js';
import { subjectAndHeading } from '../mail/mail-parts.js';
import { sampleStaff, staffMail, type StaffMailFacts } from '../mail/staff-mail.js';
import { readPasswordLink } from './mailed-password-link.js';

interface LostPasswordFacts extends StaffMailFacts {
  /** How long the link is valid. */
  minutes: number;
}

/** Sends a link to choose a new password. */
export const LOST_PASSWORD: MailDescriptor<LostPasswordFacts> = {
  to: 'staff',
  quietMinutes: 0,
  load: async (mail, from) => {
    const found = await readPasswordLink(mail, from);
    return 'drop' in found ? found : { facts: { ...found.facts, minutes: RESET_MINUTES } };
  },
  content: (facts, t) => ({
    ...staffMail(facts, t),
    ...subjectAndHeading(t, 'lostPassword', { brand: facts.brand.name }),
    texts: [t.text('lostPassword.text', { n: facts.minutes }), t.text('lostPassword.ignore')],
    button: { text: t.text('lostPassword.button'), address: facts.address },
  }),
  sample: (about) => ({ ...sampleStaff(about), minutes: RESET_MINUTES }),
};
