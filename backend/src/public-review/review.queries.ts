import type { EntityManager } from 'typeorm';
import type { Agency } from '../agencies/agency.entity.js';

type Domain = Pick<Agency, 'customDomain' | 'domainVerified'>;

/** The domains of the agencies that these reviews belong to, by their ids. */
export async function domainsOf(manager: EntityManager, ids: string[]): Promise<Map<string, Domain>> {
  const rows: (Domain & { id: string })[] = await manager.query(
    `SELECT r."id", a."customDomain", a."domainVerified"
     FROM reviews r JOIN clients c ON c."id" = r."clientId" JOIN agencies a ON a."id" = c."agencyId"
     WHERE r."id" = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether this host shows what belongs to this agency: a main host shows all, an agency's own verified domain its own. */
export function isShownAt(agencyHost: string | null, agency: Domain | null | undefined): boolean {
  return agencyHost === null || (agency?.customDomain === agencyHost && agency.domainVerified);
}
