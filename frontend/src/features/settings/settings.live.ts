import type { VisitorEvents } from '@gmb-moments/backend/contract/events';
import { useLiveRules, type LiveRules, type StaffRules } from '../../lib/live';
import { refresh } from '../../lib/live-cache';
import { refreshGettingStarted } from '../getting-started/getting-started.api';
import { brandingQuery, settingsQuery, teamQuery } from './settings.api';

export const settingsRules: StaffRules<'settings.changed' | 'user.changed'> = {
  'settings.changed': (queryClient) => {
    refresh(queryClient, settingsQuery);
    refreshGettingStarted(queryClient);
    refresh(queryClient, brandingQuery);
  },
  'user.changed': (queryClient) => refresh(queryClient, teamQuery),
};

/** The rules of the settings' events that visitors receive. */
export const brandingRules: Pick<LiveRules<VisitorEvents>, 'settings.changed'> = {
  'settings.changed': (queryClient) => refresh(queryClient, brandingQuery),
};

/** Keeps the platform's brand current for people who are not signed in, while mounted. */
export function useBrandLive(): void {
  useLiveRules<VisitorEvents>('visitor', brandingRules);
}
