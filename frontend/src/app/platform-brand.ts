import type { SettingsView } from '@gmb-moments/backend/contract/settings';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { brandingQuery, settingsQuery } from '../features/settings/settings.api';

export type PlatformBrand = Pick<SettingsView, 'brandName' | 'primaryColor' | 'logoUrl'>;

/**
 * The platform's brand: the settings, and until they are there the branding of this host, which is asked for first.
 * Otherwise every page would begin in the default brand and change its colour soon after.
 */
export function usePlatformBrand(): PlatformBrand | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const { data: branding } = useQuery(brandingQuery);
  if (settings || !branding) return settings;
  const { name, primaryColor, logoUrl } = branding;
  // It has the default name where the settings have none.
  return { brandName: name === DEFAULT_BRAND_NAME ? '' : name, primaryColor, logoUrl };
}
