import type { ChangePasswordBody, MemberView, RegisterBody, UserView } from '@gmb-moments/backend/contract/auth';
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

/** The platform's settings, for staff. A failure is logged as well: most pages go on with the default brand. */
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

/** The settings. While they load: this host's branding, which the session gate has read, so that the colour does not change. */
export function usePlatformBrand(): Pick<SettingsView, 'brandName' | 'primaryColor' | 'logoUrl'> | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const { data: branding } = useQuery(brandingQuery);
  if (settings || !branding) return settings;
  const { name, primaryColor, logoUrl } = branding;
  // Branding replaces an empty name by the default one; undone here, because the sidebar hides an empty name beside a logo.
  return { brandName: name === DEFAULT_BRAND_NAME ? '' : name, primaryColor, logoUrl };
}

/** Saves the settings as they were seen in a revision. */
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

/** Every member of staff, the oldest first. */
export const teamQuery = queryOptions<MemberView[]>({ queryKey: ['/api/users'] });

/** Creates a user, called a colleague on the screens. */
export function addColleague(body: RegisterBody): Promise<UserView> {
  return http.post<UserView>('/api/register', body);
}

export function removeColleague(id: string): Promise<void> {
  return http.delete(`/api/users/${id}`);
}

/** Signs a colleague out everywhere. */
export function endSessionsOf(id: string): Promise<void> {
  return http.delete(`/api/users/${id}/sessions`);
}

/** Removes the second factor of a colleague, who lost it. */
export function resetFactorsOf(id: string): Promise<void> {
  return http.delete(`/api/users/${id}/factors`);
}

export function changePassword(body: ChangePasswordBody): Promise<void> {
  return http.post('/api/user/password', body);
}

/** The rules of the settings' events that visitors receive. */
export const brandingRules: Pick<LiveRules<VisitorEvents>, 'settings.changed'> = {
  'settings.changed': (queryClient) => refresh(queryClient, brandingQuery),
};

/** Keeps the platform's brand current for people who are not signed in, while mounted. */
export function useBrandLive(): void {
  useLiveRules<VisitorEvents>('visitor', brandingRules);
}
