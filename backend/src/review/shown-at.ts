import type { Agency } from '../agencies/agency.entity.js';

type Domain = Pick<Agency, 'customDomain' | 'domainVerified'>;

/** Whether this host shows what belongs to this agency: a main host shows all, an agency's own verified domain its own. */
export function isShownAt(agencyHost: string | null, agency: Domain | null | undefined): boolean {
  return agencyHost === null || (agency?.customDomain === agencyHost && agency.domainVerified);
}
