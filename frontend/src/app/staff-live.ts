import type { StaffEvents } from '@gmb-moments/backend/contract/events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { agencyRules } from '../features/agencies/agencies.live';
import { userQuery } from '../features/auth/auth.api';
import { captionRules } from '../features/captions/captions.live';
import { clientRules } from '../features/clients/clients.live';
import { imageRules } from '../features/images/images.live';
import { momentLists, momentQuery } from '../features/moments/moments.api';
import { momentRules } from '../features/moments/moments.live';
import { optimizationQuery } from '../features/optimizations/optimizations.api';
import { optimizationRules } from '../features/optimizations/optimizations.live';
import { settingsRules } from '../features/settings/settings.live';
import { refreshWork } from '../features/work/work.api';
import { useLiveRules, type LiveRules } from '../lib/live';
import { refresh } from '../lib/live-cache';
import { onRefused } from '../lib/socket';

/** How each event changes the query cache of staff. An event without a rule does not compile. */
const STAFF_RULES: LiveRules<StaffEvents> = {
  ...agencyRules,
  ...captionRules,
  ...clientRules,
  ...imageRules,
  ...momentRules,
  ...optimizationRules,
  ...settingsRules,
  'subject.stale': (queryClient, { momentId, optimizationId }) => {
    if (momentId) refresh(queryClient, { queryKey: momentQuery(momentId).queryKey });
    if (optimizationId) refresh(queryClient, { queryKey: optimizationQuery(optimizationId).queryKey });
    refresh(queryClient, momentLists);
    refreshWork(queryClient);
  },
};

/** Keeps the cache current for staff while mounted, and reads the user again when the server refuses their session. */
export function useStaffLive(): void {
  const queryClient = useQueryClient();
  useLiveRules<StaffEvents>('staff', STAFF_RULES);
  useEffect(
    () =>
      onRefused((code) => {
        const isSignedIn = Boolean(queryClient.getQueryData(userQuery.queryKey));
        if (code === 'NOT_SIGNED_IN' && isSignedIn)
          void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
      }),
    [queryClient],
  );
}
