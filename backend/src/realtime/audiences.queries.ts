import type { EntityManager } from 'typeorm';

/** A client, and its agency. */
export interface Owner {
  clientId: string;
  agencyId: string | null;
}

const OWNERS = {
  client: 'SELECT "id" AS "clientId", "agencyId" FROM clients WHERE "id" = $1',
  // A single client is shown with its agency.
  agency: 'SELECT "id" AS "clientId", "agencyId" FROM clients WHERE "agencyId" = $1',
  review: `
    SELECT c."id" AS "clientId", c."agencyId" FROM reviews r JOIN clients c ON c."id" = r."clientId" WHERE r."id" = $1`,
  mail: `
    SELECT c."id" AS "clientId", c."agencyId"
    FROM mails m LEFT JOIN reviews r ON r."id" = m."reviewId"
      LEFT JOIN clients c ON c."id" = coalesce(r."clientId", m."clientId")
    WHERE m."id" = $1`,
};

/** The client that this is about, or all clients of an agency; `clientId` is `null` for a mail about no client. Empty if it is gone. */
export function findOwners<Of extends keyof typeof OWNERS>(
  manager: EntityManager,
  of: Of,
  id: string,
): Promise<(Of extends 'mail' ? Owner | { clientId: null } : Owner)[]> {
  return manager.query(OWNERS[of], [id]);
}
