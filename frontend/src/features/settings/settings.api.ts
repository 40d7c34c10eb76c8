import type { BrandingView, SettingsView } from '@gmb-moments/backend/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http';

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
