import type { StaffEvents } from '@gmb-moments/backend/contract/events';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentListItem, MomentView } from '@gmb-moments/backend/contract/moments';
import type { OptimizationDetail, OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveRules, type LiveRules } from '../lib/live';
import { patch, patchPages, refresh, refreshDeleted } from '../lib/live-cache';
import { onRefused } from '../lib/socket';
import { agenciesQuery } from './agencies';
import { progressCaptions } from './captions';
import { clientLists, clientsQuery } from './clients';
import { refreshGettingStarted } from './getting-started';
import { historyQuery } from './history';
import { imagesQuery, withImage, withoutImage } from './images';
import { invitationsQuery } from './invitations';
import { mailQueries } from './mails';
import { momentLists, momentQuery, momentRecords } from './moments';
import { refreshNotifications } from './notifications';
import {
  optimizationLists,
  optimizationQuery,
  optimizationRecords,
  optimizationRunsQuery,
  profileQuery,
} from './optimizations';
import { changeActiveRuns, progressActiveRun } from './runs';
import { userQuery } from './session';
import { brandingQuery, settingsQuery, teamQuery } from './settings';
import { reviewersQuery, sharingQueries, sharingQuery } from './sharing';
import { refreshWork } from './work';

/** Mails are sent by the hundred: the outbox is read again once for as many. */
const MAILS_MS = 1000;

/** How each event changes the query cache of staff. An event without a rule does not compile. */
const STAFF_RULES: LiveRules<StaffEvents> = {
  'agency.changed': (queryClient) => {
    refreshGettingStarted(queryClient);
    // The public links in moments and optimizations begin with the agency's domain.
    for (const shown of [agenciesQuery, brandingQuery, clientsQuery, momentRecords, optimizationRecords])
      refresh(queryClient, shown);
  },
  'client.changed': (queryClient) => {
    refreshWork(queryClient);
    // Moments and optimizations show the client's name.
    for (const shown of [clientsQuery, momentLists, momentRecords, optimizationLists, optimizationRecords])
      refresh(queryClient, shown);
  },
  'moment.changed': (queryClient, moment) => {
    const query = momentQuery(moment.id);
    changeActiveRuns(queryClient, (run) => (run.momentId === moment.id ? { ...run, name: moment.title } : run));
    patch<MomentView>(queryClient, query.queryKey, () => moment);
    patchPages<MomentListItem>(queryClient, momentLists, (items) =>
      items.map((item) => (item.id === moment.id ? { ...item, ...moment } : item)),
    );
    refreshWork(queryClient);
    for (const shown of [momentLists, clientLists, historyQuery(query.queryKey)]) refresh(queryClient, shown);
    // Only a new moment is an empty draft; it counts among its client's moments.
    if (moment.status === 'draft' && moment.imageCount === 0) refresh(queryClient, clientsQuery);
  },
  'moment.deleted': (queryClient, { momentId }) => {
    changeActiveRuns(queryClient, (run) => (run.momentId === momentId ? null : run));
    patchPages<MomentListItem>(queryClient, momentLists, (items) => items.filter(({ id }) => id !== momentId));
    refreshWork(queryClient);
    refreshNotifications(queryClient);
    refreshDeleted(queryClient, momentQuery(momentId).queryKey);
    for (const shown of [momentLists, clientsQuery]) refresh(queryClient, shown);
  },
  'image.changed': (queryClient, image) =>
    changeImages(queryClient, image.momentId, (images) => withImage(images, image)),
  'image.deleted': (queryClient, { momentId, imageId }) =>
    changeImages(queryClient, momentId, (images) => withoutImage(images, imageId)),
  'captions.progress': progressCaptions,
  'optimization.changed': (queryClient, optimization) => {
    const query = optimizationQuery(optimization.id);
    patch<OptimizationDetail>(queryClient, query.queryKey, (old) => ({ ...old, optimization }));
    patchPages<OptimizationListItem>(queryClient, optimizationLists, (items) =>
      items.map((item) => (item.id === optimization.id ? { ...item, ...optimization } : item)),
    );
    refreshWork(queryClient);
    const sharing = sharingQuery('gmb-optimizations', optimization.id);
    const profile = profileQuery(optimization.id);
    for (const shown of [optimizationLists, clientLists, historyQuery(query.queryKey), sharing, profile])
      refresh(queryClient, shown);
  },
  'optimization.deleted': (queryClient, { optimizationId }) => {
    changeActiveRuns(queryClient, (run) => (run.optimizationId === optimizationId ? null : run));
    patchPages<OptimizationListItem>(queryClient, optimizationLists, (items) =>
      items.filter(({ id }) => id !== optimizationId),
    );
    refreshWork(queryClient);
    refreshNotifications(queryClient);
    refreshDeleted(queryClient, optimizationQuery(optimizationId).queryKey);
    for (const shown of [optimizationLists, clientLists]) refresh(queryClient, shown);
  },
  'optimization.progress': (queryClient, { optimizationId, ...progress }) => {
    progressActiveRun(queryClient, progress);
    refresh(queryClient, optimizationRunsQuery(optimizationId));
  },
  'settings.changed': (queryClient) => {
    refreshGettingStarted(queryClient);
    for (const shown of [settingsQuery, brandingQuery]) refresh(queryClient, shown);
  },
  'notifications.changed': refreshNotifications,
  'user.changed': (queryClient) => {
    for (const shown of [teamQuery, invitationsQuery]) refresh(queryClient, shown);
  },
  'invitation.changed': (queryClient) => refresh(queryClient, invitationsQuery),
  'sharing.changed': (queryClient, { clientId, momentId, optimizationId }) => {
    const subject = momentId ? momentQuery(momentId) : optimizationId ? optimizationQuery(optimizationId) : null;
    if (subject) refresh(queryClient, historyQuery(subject.queryKey));
    if (momentId) refresh(queryClient, sharingQuery('moments', momentId));
    else if (optimizationId) refresh(queryClient, sharingQuery('gmb-optimizations', optimizationId));
    else for (const shown of [sharingQueries, reviewersQuery(clientId)]) refresh(queryClient, shown);
    refreshWork(queryClient);
  },
  'mail.changed': (queryClient) => refresh(queryClient, mailQueries),
  'notifications.progress': (queryClient) => {
    for (const shown of [mailQueries, invitationsQuery]) refresh(queryClient, shown, MAILS_MS);
  },
  'subject.stale': (queryClient, { momentId, optimizationId }) => {
    if (momentId) refresh(queryClient, { queryKey: momentQuery(momentId).queryKey });
    if (optimizationId) refresh(queryClient, { queryKey: optimizationQuery(optimizationId).queryKey });
    refresh(queryClient, momentLists);
    refreshWork(queryClient);
  },
};

/** Lists of moments show covers, counts of decisions and what happened last, so they change with an image. */
function changeImages(queryClient: QueryClient, momentId: string, change: (images: ImageView[]) => ImageView[]): void {
  patch<ImageView[]>(queryClient, imagesQuery(momentId).queryKey, change);
  refreshWork(queryClient);
  const history = historyQuery(momentQuery(momentId).queryKey);
  // Links show how many photos their reviewers decided.
  for (const shown of [momentLists, history, sharingQuery('moments', momentId)]) refresh(queryClient, shown);
}

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
