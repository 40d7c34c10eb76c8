import type { EntityManager } from 'typeorm';

/** A verified domain that is due for another check. */
export interface DueDomain {
  id: string;
  customDomain: string;
}

const LEASE_DUE = `
  UPDATE agencies SET "domainDueAt" = clock_timestamp() + interval '5 minutes'
  WHERE "id" = (
    SELECT "id" FROM agencies WHERE "domainVerified" AND "domainDueAt" <= clock_timestamp()
    ORDER BY "domainDueAt" LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING "id", "customDomain"`;

/**
 * Leases the domain that is due first, by the database's clock. If the worker dies or the DNS gives no clear answer,
 * the domain is due again in five minutes.
 */
export async function leaseDueDomain(manager: EntityManager): Promise<DueDomain | undefined> {
  const [[due]] = await manager.query<[DueDomain[], number]>(LEASE_DUE);
  return due;
}
