import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { brandingQuery, settingsQuery } from '../records/settings';

export type PlatformBrand = Pick<SettingsView, 'brandName' | 'primaryColor' | 'logoUrl'>;

/**
 * The settings. While they load: this host's branding, which the session gate has read, so that the colour does not
 * change.
 */
export function usePlatformBrand(): PlatformBrand | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const { data: branding } = useQuery(brandingQuery);
  if (settings || !branding) return settings;
  const { name, primaryColor, logoUrl } = branding;
  // Branding replaces an empty name by the default one; undone here, because the sidebar hides an empty name beside a logo.
  return { brandName: name === DEFAULT_BRAND_NAME ? '' : name, primaryColor, logoUrl };
}
