import type { EntityManager } from 'typeorm';

/** A verified domain that is to be checked again. */
export interface DueDomain {
  id: string;
  customDomain: string;
}

const TAKE_DUE = `
  UPDATE agencies SET "domainDueAt" = clock_timestamp() + interval '5 minutes'
  WHERE "id" = (
    SELECT "id" FROM agencies WHERE "domainVerified" AND "domainDueAt" <= clock_timestamp()
    ORDER BY "domainDueAt" LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING "id", "customDomain"`;

/**
 * The domain that is due first, by the database's clock, for one worker alone. If the worker dies or the DNS gives no clear
 * answer, it is due again in five minutes.
 */
export async function takeDueDomain(manager: EntityManager): Promise<DueDomain | undefined> {
  const [[due]] = await manager.query<[DueDomain[], number]>(TAKE_DUE);
  return due;
}
