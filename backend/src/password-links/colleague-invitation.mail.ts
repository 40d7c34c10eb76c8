import { INVITATION_DAYS } from '../contract/limits.js';
import type { MailDescriptor } from '../mail/mail-descriptor.js';
import { subjectAndHeading } from '../mail/mail-parts.js';
import { sampleStaff, staffMail, type StaffMailFacts } from '../mail/staff-mail.js';
import { readPasswordLink } from './mailed-password-link.js';

interface ColleagueInvitationFacts extends StaffMailFacts {
  invitedBy: string;
  /** How long the link is valid. */
  days: number;
}

/** Invites a colleague to the team. */
export const COLLEAGUE_INVITATION: MailDescriptor<ColleagueInvitationFacts> = {
  to: 'staff',
  quietMinutes: 0,
  load: async (mail, from) => {
    const found = await readPasswordLink(mail, from);
    if ('drop' in found) return found;
    const { name, email } = found.link.invitedBy!;
    return { facts: { ...found.facts, invitedBy: name || email, days: INVITATION_DAYS } };
  },
  content: (facts, t) => ({
    ...staffMail(facts, t),
    ...subjectAndHeading(t, 'colleagueInvitation', { by: facts.invitedBy, brand: facts.brand.name }),
    texts: [t.text('colleagueInvitation.text', { n: facts.days })],
    button: { text: t.text('colleagueInvitation.button'), address: facts.address },
    footer: [],
  }),
  sample: (about) => ({ ...sampleStaff(about), user: { name: '' }, invitedBy: 'Anna Keller', days: INVITATION_DAYS }),
};
