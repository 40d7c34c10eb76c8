import type { AgencyView } from '../contract/agencies.js';
import type { ReviewBranding } from '../contract/review.js';
import { logoKey, mediaUrl } from '../storage/keys.js';
import type { Agency } from './agency.entity.js';

/** Address of a stored logo. */
export function logoUrl(logoFileId: string | null): string | null {
  return logoFileId && mediaUrl(logoKey(logoFileId));
}

/** The agency, as staff see it. */
export function presentAgency(agency: Agency): AgencyView {
  return {
    id: agency.id,
    name: agency.name,
    primaryColor: agency.primaryColor,
    logoUrl: logoUrl(agency.logoFileId),
    customDomain: agency.customDomain,
    domainVerified: agency.domainVerified,
    domainNote: agency.domainNote,
    revision: agency.edits.revision,
    editor: agency.edits.editor,
    createdAt: agency.createdAt.toISOString(),
  };
}

/** The brand of a public page; its client's agency, or what stands in for one. */
export function presentBrand(
  agency: Pick<Agency, 'name' | 'primaryColor' | 'logoFileId'> | null | undefined,
  instead: { name: string; primaryColor: string },
): ReviewBranding['agency'] {
  if (!agency) return { ...instead, logoUrl: null };
  return { name: agency.name, primaryColor: agency.primaryColor, logoUrl: logoUrl(agency.logoFileId) };
}

/** Origin of the agency's public pages: only a verified domain serves them (spec 2, "Moment detail"). */
export function publicOrigin(
  agency: Pick<Agency, 'customDomain' | 'domainVerified'> | null | undefined,
): string | null {
  return agency?.customDomain && agency.domainVerified ? `https://${agency.customDomain}` : null;
}
