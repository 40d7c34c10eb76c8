import type { VisitorEvents } from '@gmb-moments/backend/contract/events';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { BrandingView, SettingsView } from '@gmb-moments/backend/contract/settings';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { setLogo, type LogoValue } from '../ui/logo';
import { http } from '../lib/http';
import { useLiveRules, type LiveRules } from '../lib/live';
import { refresh } from '../lib/live-cache';

/** The values of the branding form. */
export interface SettingsFields {
  brandName: string;
  primaryColor: string;
  logo: LogoValue;
}

/** The platform's settings, for staff. A failure is logged, because most pages continue with the default brand. */
export const settingsQuery = queryOptions({
  queryKey: ['/api/settings'],
  queryFn: ({ signal }) =>
    http.get<SettingsView>('/api/settings', { signal }).catch((error: unknown) => {
      if (!signal.aborted) console.error('The branding settings could not be loaded.', error);
      throw error;
    }),
});

/** The brand that this host shows, for pages without a session. */
export const brandingQuery = queryOptions<BrandingView>({ queryKey: ['/api/branding'] });

/**
 * The platform's brand. While the settings load, that of the host, which is cached already: the colours do not
 * flicker.
 */
export function usePlatformBrand(): Pick<SettingsView, 'brandName' | 'primaryColor' | 'logoUrl'> | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const { data: branding } = useQuery(brandingQuery);
  if (settings || !branding) return settings;
  const { name, primaryColor, logoUrl } = branding;
  // `BrandingView` has the default name instead of an empty one; the sidebar hides an empty name beside a logo.
  return { brandName: name === DEFAULT_BRAND_NAME ? '' : name, primaryColor, logoUrl };
}

/** Saves the settings; refused with 409 if they were changed since the given revision. */
export function updateSettings(
  { brandName, primaryColor, logo }: SettingsFields,
  stored: { logoUrl: string | null; revision: number | undefined },
): Promise<SettingsView> {
  const form = new FormData();
  if (stored.revision !== undefined) form.set('revision', String(stored.revision));
  form.set('brandName', brandName);
  form.set('primaryColor', primaryColor);
  setLogo(form, logo, stored.logoUrl);
  return http.upload<SettingsView>('PATCH', '/api/settings', form);
}

/** Cache rule for the settings' event, which visitors receive too. */
export const brandingRules: Pick<LiveRules<VisitorEvents>, 'settings.changed'> = {
  'settings.changed': (queryClient) => refresh(queryClient, brandingQuery),
};

/** Keeps the cached branding current for visitors while mounted. */
export function useBrandLive(): void {
  useLiveRules<VisitorEvents>('visitor', brandingRules);
}
