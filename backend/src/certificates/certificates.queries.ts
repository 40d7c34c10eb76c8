import type { EntityManager } from 'typeorm';
import { scopeSql, type Scoped } from '../access/scope.js';
import type { Agency } from '../agencies/agency.entity.js';
import type { CertifiedDeliveryView } from '../contract/certificates.js';

/** Deliveries that are listed for a moment. */
const DELIVERIES_SHOWN = 20;

/** The newest deliveries with photos of a moment, each with its number of photos of all moments. */
export function findCertifiedDeliveries(
  manager: EntityManager,
  momentId: string,
  reader: Scoped,
): Promise<CertifiedDeliveryView[]> {
  const scope = scopeSql(reader, 1);
  return manager.query<CertifiedDeliveryView[]>(
    `SELECT d."id", d."endedAt" AS "deliveredAt", d."deliveredBy", (
      SELECT count(*)::int FROM jsonb_array_elements(d."photos") photo WHERE photo ? 'delivered'
    ) AS "photos"
    FROM deliveries d
    WHERE d."endedAt" IS NOT NULL AND d."photos" @> $1::jsonb${scope.and('d."photos"', 'photos')} ORDER BY d."endedAt" DESC LIMIT ${DELIVERIES_SHOWN}`,
    [JSON.stringify([{ momentId, delivered: {} }]), ...scope.values],
  );
}

/** The agencies of the clients of these moments. */
export function findAgenciesOfMoments(
  manager: EntityManager,
  momentIds: string[],
): Promise<Pick<Agency, 'name' | 'primaryColor'>[]> {
  return manager.query<Pick<Agency, 'name' | 'primaryColor'>[]>(
    `SELECT DISTINCT a."name", a."primaryColor" FROM moments m
     JOIN clients c ON c."id" = m."clientId" JOIN agencies a ON a."id" = c."agencyId" WHERE m."id" = ANY($1::uuid[])`,
    [momentIds],
  );
}
