import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, Not, type EntityManager } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { staffOrigin } from '../access/hosts.js';
import type { Config } from '../config.js';
import { DEFAULT_LANGUAGE } from '../contract/languages.js';
import { platformBrand, type MailSource, type SourceAnswer } from '../mail/mail-source.js';
import type { Mail } from '../mail/mail.entity.js';
import type { Outbox } from '../mail/outbox.js';
import { PERMISSIONS } from '../access/permissions.js';
import { CONFIG } from '../platform/config.module.js';
import { User } from '../users/user.entity.js';

/** Which loss it is about. */
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

/** Dropped if the domain leads here again, or the agency has another one. */
@Injectable()
export class DomainLostMail implements MailSource<'domainLost'> {
  constructor(
    private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async load({ userId, facts: { agencyId, domain } }: Mail<LostDomain>): Promise<SourceAnswer<'domainLost'>> {
    const { manager } = this.db;
    const agency = await manager.findOneBy(Agency, { id: agencyId, customDomain: domain });
    if (!agency) return { drop: 'The agency does not have this domain any more.' };
    if (agency.domainVerified) return { drop: 'The domain leads here again.' };
    const user = userId && (await manager.findOneBy(User, { id: userId }));
    if (!user) return { drop: 'The member of staff was removed.' };
    return {
      facts: {
        user: { name: user.name || user.email },
        brand: await platformBrand(manager),
        address: `${staffOrigin(this.config)}/agencies`,
        agency: agency.name,
        domain,
        reason: agency.domainNote,
      },
    };
  }
}
