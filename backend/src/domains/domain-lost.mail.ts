import { In, Not, type EntityManager } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { staffOrigin } from '../access/hosts.js';
import { DEFAULT_LANGUAGE } from '../contract/languages.js';
import type { MailDescriptor } from '../mail/mail-descriptor.js';
import { subjectAndHeading } from '../mail/mail-parts.js';
import type { Outbox } from '../mail/outbox.js';
import { platformBrand, sampleStaff, staffMail, type StaffMailFacts } from '../mail/staff-mail.js';
import { PERMISSIONS } from '../contract/roles.js';
import { User } from '../users/user.entity.js';

/** The domain and check that a mail is about. */
interface LostDomain {
  agencyId: string;
  domain: string;
}

/** Mails those who manage agencies that a verified domain does not lead here any more, except for who wants no mails. */
export async function mailLostDomain(
  manager: EntityManager,
  outbox: Outbox,
  { agencyId, domain }: LostDomain,
): Promise<void> {
  const role = In([...PERMISSIONS['agency.manage']]);
  const users = await manager.find(User, { where: { notify: Not('off'), role }, order: { email: 'ASC' } });
  for (const { id: userId, email } of users) {
    await outbox.add(manager, {
      kind: 'domainLost',
      to: email,
      language: DEFAULT_LANGUAGE,
      dedupeKey: `domain:${agencyId}`,
      userId,
      facts: { agencyId, domain },
    });
  }
}

interface DomainLostFacts extends StaffMailFacts {
  agency: string;
  domain: string;
  /** Why it is not verified any more, as a sentence. */
  reason: string;
}

/**
 * Tells staff that a domain is not verified any more. Dropped if it points here again, or the agency has another
 * domain.
 */
export const DOMAIN_LOST: MailDescriptor<DomainLostFacts, LostDomain> = {
  to: 'staff',
  quietMinutes: 0,
  load: async ({ userId, facts: { agencyId, domain } }, { manager, config }) => {
    const agency = await manager.findOneBy(Agency, { id: agencyId, customDomain: domain });
    if (!agency) return { drop: 'The agency does not have this domain any more.' };
    if (agency.domainVerified) return { drop: 'The domain leads here again.' };
    const user = userId && (await manager.findOneBy(User, { id: userId }));
    if (!user) return { drop: 'The member of staff was removed.' };
    return {
      facts: {
        user: { name: user.name || user.email },
        brand: await platformBrand(manager),
        address: `${staffOrigin(config)}/agencies`,
        agency: agency.name,
        domain,
        reason: agency.domainNote,
      },
    };
  },
  content: (facts, t) => {
    const values = { agency: facts.agency, domain: facts.domain };
    return {
      ...staffMail(facts, t),
      ...subjectAndHeading(t, 'domainLost', values),
      texts: [facts.reason, t.text('domainLost.text', values)],
      button: { text: t.text('domainLost.button'), address: facts.address },
    };
  },
  sample: (about) => ({
    ...sampleStaff(about),
    agency: 'North Star Local',
    domain: 'review.northstar.example',
    reason: 'review.northstar.example points to 203.0.113.9 and not to this server.',
  }),
};
