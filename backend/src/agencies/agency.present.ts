import type { AgencyView } from '../contract/agencies.js';
import { DEFAULT_BRAND_NAME, REVIEW_DEFAULT_COLOR } from '../contract/limits.js';
import type { ReviewAgency } from '../contract/review.js';
import { logoKey, mediaUrl } from '../platform/storage/keys.js';
import type { Agency } from './agency.entity.js';

const NO_AGENCY = { name: DEFAULT_BRAND_NAME, primaryColor: REVIEW_DEFAULT_COLOR };

/** URL path of a stored logo; `null` without a logo. */
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
    replyTo: agency.replyTo,
    postalAddress: agency.postalAddress,
    revision: agency.edits.revision,
    editor: agency.edits.editor,
    createdAt: agency.createdAt.toISOString(),
  };
}

/** The brand of a client's public pages: that of the client's agency, or `fallback` for a client without an agency. */
export function presentBrand(
  agency: Pick<Agency, 'name' | 'primaryColor' | 'logoFileId'> | null | undefined,
  fallback = NO_AGENCY,
): ReviewAgency {
  if (!agency) return { ...fallback, logoUrl: null };
  return { name: agency.name, primaryColor: agency.primaryColor, logoUrl: logoUrl(agency.logoFileId) };
}

/** Origin (`https://…`) of the agency's public pages; `null` unless the agency has a verified domain. */
export function publicOrigin(
  agency: Pick<Agency, 'customDomain' | 'domainVerified'> | null | undefined,
): string | null {
  return agency?.customDomain && agency.domainVerified ? `https://${agency.customDomain}` : null;
}
