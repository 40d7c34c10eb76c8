import type { Agency } from '../agencies/agency.entity.js';

/** Whether this host shows what belongs to this agency: a main host shows all, an agency's own verified domain its own. */
export function isShownAt(agencyHost: string | null, agency: Agency | null | undefined): boolean {
  return agencyHost === null || (agency?.customDomain === agencyHost && agency.domainVerified);
}
