import type { EntityManager } from 'typeorm';

/** A client with its agency. */
export interface Owner {
  clientId: string;
  agencyId: string | null;
}

const OWNERS_SQL = {
  client: 'SELECT "id" AS "clientId", "agencyId" FROM clients WHERE "id" = $1',
  agency: 'SELECT "id" AS "clientId", "agencyId" FROM clients WHERE "agencyId" = $1',
  review: `
    SELECT c."id" AS "clientId", c."agencyId" FROM reviews r JOIN clients c ON c."id" = r."clientId" WHERE r."id" = $1`,
  mail: `
    SELECT c."id" AS "clientId", c."agencyId"
    FROM mails m LEFT JOIN reviews r ON r."id" = m."reviewId"
      LEFT JOIN clients c ON c."id" = coalesce(r."clientId", m."clientId")
    WHERE m."id" = $1`,
};

/**
 * The client of a record, or all clients of an agency; empty if the record was deleted.
 * @returns `clientId` is `null` for a mail about no client
 */
export function findOwners<Kind extends keyof typeof OWNERS_SQL>(
  manager: EntityManager,
  kind: Kind,
  id: string,
): Promise<(Kind extends 'mail' ? Owner | { clientId: null } : Owner)[]> {
  return manager.query(OWNERS_SQL[kind], [id]);
}
