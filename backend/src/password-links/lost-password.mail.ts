import { RESET_MINUTES } from '../contract/limits.js';
import type { MailDescriptor } from '../mail/mail-descriptor.js';
import { titled } from '../mail/mail-parts.js';
import { sampleStaff, toStaff, type ToStaff } from '../mail/to-staff.js';
import { readPasswordLink } from './mailed-password-link.js';

interface LostPasswordFacts extends ToStaff {
  /** How long the link is valid. */
  minutes: number;
}

/** Somebody forgot their password. */
export const LOST_PASSWORD: MailDescriptor<LostPasswordFacts> = {
  to: 'staff',
  quietMinutes: 0,
  load: async (mail, from) => {
    const found = await readPasswordLink(mail, from);
    return 'drop' in found ? found : { facts: { ...found.facts, minutes: RESET_MINUTES } };
  },
  content: (facts, say) => ({
    ...toStaff(facts, say),
    ...titled(say, 'lostPassword', { brand: facts.brand.name }),
    texts: [say.text('lostPassword.text', { n: facts.minutes }), say.text('lostPassword.ignore')],
    button: { text: say.text('lostPassword.button'), address: facts.address },
  }),
  sample: (about) => ({ ...sampleStaff(about), minutes: RESET_MINUTES }),
};
