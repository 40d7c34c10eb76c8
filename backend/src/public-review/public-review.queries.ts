import type { EntityManager } from 'typeorm';
import type { Agency } from '../agencies/agency.entity.js';

type AgencyDomain = Pick<Agency, 'customDomain' | 'domainVerified'>;

/** The domains of the agencies of these reviews, by review id. */
export async function findAgencyDomains(manager: EntityManager, ids: string[]): Promise<Map<string, AgencyDomain>> {
  const rows: (AgencyDomain & { id: string })[] = await manager.query(
    `SELECT r."id", a."customDomain", a."domainVerified"
     FROM reviews r JOIN clients c ON c."id" = r."clientId" JOIN agencies a ON a."id" = c."agencyId"
     WHERE r."id" = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Whether this host may show records of this agency: a main host may show all, an agency's verified domain only its
 * own.
 * @param agencyHost `null` for a main host
 */
export function isShownAt(agencyHost: string | null, agency: AgencyDomain | null | undefined): boolean {
  return agencyHost === null || (agency?.customDomain === agencyHost && agency.domainVerified);
}
