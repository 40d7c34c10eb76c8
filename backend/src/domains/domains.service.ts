import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { findAgency, lockAgency } from '../agencies/find-agency.js';
import { CONFIG } from '../common/config.module.js';
import { conflict, notFound } from '../common/errors.js';
import { hostName } from '../common/host-name.js';
import type { Config } from '../config.js';
import type { DomainAllowed, DomainVerification } from '../contract/agencies.js';
import { announce } from '../realtime/announcements.js';
import { checkDomain, saveCheck } from './domain-check.js';
import type { Verdict } from './domain-verdict.js';

/** Finds out whether the domains of agencies lead to this server. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Looks an agency's domain up and keeps what was found; a DNS that does not tell changes nothing. */
  async verify(agencyId: string): Promise<DomainVerification> {
    const { customDomain: domain } = await findAgency(this.db.manager, agencyId);
    if (!domain) throw conflict('NO_DOMAIN', 'This agency has no custom domain to verify. Set one first.');
    const verdict = await checkDomain(domain, this.config);
    return this.db.transaction(async (manager) => {
      const agency = await lockAgency(manager, agencyId);
      refuseOtherDomain(agency, domain);
      if (verdict.leads === 'unknown') return { verified: false, message: undecided(verdict, agency) };
      if (verdict.leads === 'here') agency.confirmDomain();
      else agency.refuseDomain(verdict.message);
      await saveCheck(manager, agency);
      await announce(manager, 'agency.changed', { id: agencyId });
      return { verified: agency.domainVerified, message: verdict.message };
    });
  }

  /**
   * Whether this is the verified domain of an agency, in whatever form of its name.
   * @throws AppError 404 for whatever else it may be
   */
  async allowed(domain: unknown): Promise<DomainAllowed> {
    const customDomain = typeof domain === 'string' ? hostName(domain) : '';
    // What is no host name is not in the database, and some of it could not even be asked for.
    const isName = /^[a-z\d.-]{1,253}$/.test(customDomain);
    const isAllowed = isName && (await this.db.manager.existsBy(Agency, { customDomain, domainVerified: true }));
    if (!isAllowed) throw notFound('Domain');
    return { allowed: true };
  }
}

function refuseOtherDomain({ customDomain }: Agency, checked: string): void {
  if (customDomain === checked) return;
  const now = customDomain ? `changed to ${customDomain}` : 'removed';
  throw conflict('DOMAIN_CHANGED', `While ${checked} was being checked, the agency's domain was ${now}.`);
}

function undecided({ message }: Verdict, { domainVerified }: Agency): string {
  return domainVerified ? `${message} Until then the domain stays verified.` : message;
}
