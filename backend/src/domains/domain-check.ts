import type { EntityManager } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import type { Config } from '../config.js';
import { lookUp } from './domain-lookup.js';
import { judge, type Verdict } from './domain-verdict.js';

/** Looks a domain up, and judges whether it leads to this server. */
export async function checkDomain(
  domain: string,
  { dnsServers, serverIp }: Pick<Config, 'dnsServers' | 'serverIp'>,
): Promise<Verdict> {
  return judge(await lookUp(domain, dnsServers), serverIp);
}

/** Keeps what a check of the domain found on the locked agency; the next one is due in an hour. */
export async function saveCheck(manager: EntityManager, agency: Agency): Promise<void> {
  const { id, domainVerified, domainNote, domainMisses } = agency;
  const domainDueAt = () => `clock_timestamp() + interval '1 hour'`;
  await manager.update(Agency, { id }, { domainVerified, domainNote, domainMisses, domainDueAt });
}
