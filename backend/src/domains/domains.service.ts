import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { getRowFor, lockRowFor } from '../access/look-ups.js';
import { Agency } from '../agencies/agency.entity.js';
import { CONFIG } from '../platform/config.module.js';
import { conflict, notFound } from '../platform/http/errors.js';
import { hostName } from '../contract/host-name.js';
import type { Config } from '../config.js';
import type { DomainAllowed, DomainVerification } from '../contract/agencies.js';
import { publish } from '../platform/events/publish.js';
import { checkDomain, type DomainCheck } from './domain-check.js';

/** Verifies whether the domains of agencies point to this server. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Checks an agency's domain and stores the result; changes nothing if the DNS does not answer.
   * @throws AppError 404, 409 NO_DOMAIN, DOMAIN_CHANGED
   */
  async verify(agencyId: string, by: Actor): Promise<DomainVerification> {
    const { customDomain: domain } = await getRowFor(by, this.db.manager, Agency, agencyId);
    if (!domain) throw conflict('NO_DOMAIN', 'This agency has no custom domain to verify. Set one first.');
    const verdict = await checkDomain(domain, this.config);
    return this.db.transaction(async (manager) => {
      const agency = await lockRowFor(by, manager, Agency, agencyId);
      refuseOtherDomain(agency, domain);
      if (verdict.leads === 'unknown') return { verified: false, message: undecided(verdict, agency) };
      if (verdict.leads === 'here') agency.confirmDomain();
      else agency.unverifyDomain(verdict.message);
      await saveCheck(manager, agency);
      await publish(manager, 'agency.changed', { id: agencyId });
      return { verified: agency.domainVerified, message: verdict.message };
    });
  }

  /**
   * Returns if this is the verified domain of an agency, in any form of its name.
   * @throws AppError 404 otherwise
   */
  async allowed(domain: unknown): Promise<DomainAllowed> {
    const customDomain = typeof domain === 'string' ? hostName(domain) : '';
    // Other texts may have characters that the database refuses.
    const isName = /^[a-z\d.-]{1,253}$/.test(customDomain);
    const isAllowed = isName && (await this.db.manager.existsBy(Agency, { customDomain, domainVerified: true }));
    if (!isAllowed) throw notFound('Domain');
    return { allowed: true };
  }
}

/** Saves the result of a check on the locked agency; the next check is due in an hour. */
export async function saveCheck(manager: EntityManager, agency: Agency): Promise<void> {
  const { id, domainVerified, domainNote, domainMisses } = agency;
  const domainDueAt = () => `clock_timestamp() + interval '1 hour'`;
  await manager.update(Agency, { id }, { domainVerified, domainNote, domainMisses, domainDueAt });
}

function refuseOtherDomain({ customDomain }: Agency, checked: string): void {
  if (customDomain === checked) return;
  const now = customDomain ? `changed to ${customDomain}` : 'removed';
  throw conflict('DOMAIN_CHANGED', `While ${checked} was being checked, the agency's domain was ${now}.`);
}

function undecided({ message }: DomainCheck, { domainVerified }: Agency): string {
  return domainVerified ? `${message} Until then the domain stays verified.` : message;
}
