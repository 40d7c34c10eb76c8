import type { BrandingView, SettingsView } from '@gmb-moments/backend/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { setLogo, type LogoChange } from '../../components/logo-change';
import { http } from '../../lib/http';

/** What the branding form holds. */
export interface SettingsFields {
  brandName: string;
  primaryColor: string;
  logo: LogoChange;
}

/** The platform's branding, for staff. A failure is only logged: the default brand does as well. */
export const settingsQuery = queryOptions({
  queryKey: ['/api/settings'],
  queryFn: ({ signal }) =>
    http.get<SettingsView>('/api/settings', { signal }).catch((error: unknown) => {
      if (!signal.aborted) console.error('The branding settings could not be loaded.', error);
      throw error;
    }),
});

/** The brand of this host, for pages without a session. */
export const brandingQuery = queryOptions<BrandingView>({ queryKey: ['/api/branding'] });

/** Saves the settings as they were seen in a revision. */
export function updateSettings({
  brandName,
  primaryColor,
  logo,
  revision,
}: SettingsFields & { revision: number | undefined }): Promise<SettingsView> {
  const form = new FormData();
  if (revision !== undefined) form.set('revision', String(revision));
  form.set('brandName', brandName);
  form.set('primaryColor', primaryColor);
  setLogo(form, logo);
  return http.upload<SettingsView>('PATCH', '/api/settings', form);
}
