/** Platform branding: `GET /api/settings` (spec 3). */
export interface SettingsView {
  logoUrl: string | null;
  /** `''` means the product's default brand name. */
  brandName: string;
  primaryColor: string;
}

/** Brand of the host that was asked, for pages without a session: `GET /api/branding`. */
export interface BrandingView {
  name: string;
  primaryColor: string;
  logoUrl: string | null;
}
