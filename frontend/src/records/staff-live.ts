import type { StaffEvents } from '@gmb-moments/backend/contract/events';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentListItem, MomentView } from '@gmb-moments/backend/contract/moments';
import type { OptimizationDetail, OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { HEADER_KINDS, RUN_KINDS, type HeaderEvent } from '@gmb-moments/backend/contract/runs';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveRules, type LiveRules } from '../lib/live';
import { patch, patchPages, refresh, refreshDeleted } from '../lib/live-cache';
import { onRefused } from '../lib/socket';
import { agenciesQuery } from './agencies';
import { applyCaptionProgress } from './captions';
import { clientLists, clientsQuery } from './clients';
import { refreshGettingStarted } from './getting-started';
import { historyQuery } from './history';
import { imagesQuery, withImage, withoutImage } from './images';
import { invitationsQuery } from './invitations';
import { allMails } from './mails';
import { momentLists, momentQuery, momentRecords } from './moments';
import { refreshNotifications } from './notifications';
import { queryKeyOf, REVIEW_KINDS, reviewOf, type ReviewRef } from './reviews';
import { optimizationLists, optimizationQuery, optimizationRecords, profileQuery } from './optimizations';
import { patchActiveRuns, applyRunProgress } from './runs';
import { userQuery } from './session';
import { teamQuery } from './team';
import { brandingQuery, settingsQuery } from './settings';
import { reviewersQuery, allSharing, sharingQuery } from './sharing';
import { refreshWork } from './work';

/** Mails are sent by the hundred: the outbox is refetched at most once per second. */
const MAILS_MS = 1000;

/** Cache rules for the live events of staff. An event without a rule does not compile. */
const STAFF_RULES: LiveRules<StaffEvents> = {
  ...reviewProgress(),
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
    patchActiveRuns(queryClient, (run) => (run.momentId === moment.id ? { ...run, name: moment.title } : run));
    patch<MomentView>(queryClient, query.queryKey, () => moment);
    patchPages<MomentListItem>(queryClient, momentLists, (items) =>
      items.map((item) => (item.id === moment.id ? { ...item, ...moment } : item)),
    );
    refreshWork(queryClient);
    for (const shown of [momentLists, clientLists, historyQuery({ path: 'moments', id: moment.id })])
      refresh(queryClient, shown);
    // An empty draft is a new moment, which changes the number of its client's moments.
    if (moment.status === 'draft' && moment.imageCount === 0) refresh(queryClient, clientsQuery);
  },
  'moment.deleted': removeReview,
  'image.changed': (queryClient, image) =>
    changeImages(queryClient, image.momentId, (images) => withImage(images, image)),
  'image.deleted': (queryClient, { momentId, imageId }) =>
    changeImages(queryClient, momentId, (images) => withoutImage(images, imageId)),
  // Replaces the rule of reviewProgress(): also patches the lists of moments and the images of the run.
  'captions.progress': applyCaptionProgress,
  'optimization.changed': (queryClient, optimization) => {
    const query = optimizationQuery(optimization.id);
    patch<OptimizationDetail>(queryClient, query.queryKey, (old) => ({ ...old, optimization }));
    patchPages<OptimizationListItem>(queryClient, optimizationLists, (items) =>
      items.map((item) => (item.id === optimization.id ? { ...item, ...optimization } : item)),
    );
    refreshWork(queryClient);
    const review: ReviewRef = { path: 'gmb-optimizations', id: optimization.id };
    const profile = profileQuery(optimization.id);
    for (const shown of [optimizationLists, clientLists, historyQuery(review), sharingQuery(review), profile])
      refresh(queryClient, shown);
  },
  'optimization.deleted': removeReview,
  'settings.changed': (queryClient) => {
    refreshGettingStarted(queryClient);
    for (const shown of [settingsQuery, brandingQuery]) refresh(queryClient, shown);
  },
  'notifications.changed': refreshNotifications,
  'user.changed': (queryClient, { id }) => {
    // Clients show the name of who is responsible for them.
    for (const shown of [teamQuery, invitationsQuery, clientsQuery]) refresh(queryClient, shown);
    if (queryClient.getQueryData(userQuery.queryKey)?.id === id) refresh(queryClient, userQuery);
  },
  'invitation.changed': (queryClient) => refresh(queryClient, invitationsQuery),
  'sharing.changed': (queryClient, { clientId, ...about }) => {
    const review = reviewOf(about);
    const shown = review ? [historyQuery(review), sharingQuery(review)] : [allSharing, reviewersQuery(clientId)];
    for (const one of shown) refresh(queryClient, one);
    refreshWork(queryClient);
  },
  'mail.changed': (queryClient) => refresh(queryClient, allMails),
  'notifications.progress': (queryClient) => {
    for (const shown of [allMails, invitationsQuery]) refresh(queryClient, shown, MAILS_MS);
  },
  'subject.stale': (queryClient, about) => {
    const review = reviewOf(about);
    if (review)
      for (const shown of [{ queryKey: queryKeyOf(review) }, REVIEW_KINDS[review.path].lists])
        refresh(queryClient, shown);
    refreshWork(queryClient);
  },
};

/** Cache rules for the progress of runs about a review: update the header, refetch the review's runs. */
function reviewProgress(): LiveRules<Pick<StaffEvents, HeaderEvent>> {
  const rule = (queryClient: QueryClient, progress: StaffEvents[HeaderEvent]) => {
    applyRunProgress(queryClient, progress);
    refresh(queryClient, { queryKey: [...queryKeyOf(reviewOf(progress)!), 'runs'] });
  };
  const rules = HEADER_KINDS.map((kind) => [RUN_KINDS[kind].event, rule]);
  return Object.fromEntries(rules) as LiveRules<Pick<StaffEvents, HeaderEvent>>;
}

function removeReview(queryClient: QueryClient, about: Parameters<typeof reviewOf>[0]): void {
  const review = reviewOf(about)!;
  const { lists } = REVIEW_KINDS[review.path];
  patchActiveRuns(queryClient, (run) => (reviewOf(run)?.id === review.id ? null : run));
  patchPages<{ id: string }>(queryClient, lists, (items) => items.filter(({ id }) => id !== review.id));
  refreshWork(queryClient);
  refreshNotifications(queryClient);
  refreshDeleted(queryClient, queryKeyOf(review));
  // Clients count their moments and optimizations.
  for (const shown of [lists, clientsQuery]) refresh(queryClient, shown);
}

/**
 * Changes the cached images of a moment. Lists show covers, decisions and the last activity, so they are refetched.
 */
function changeImages(queryClient: QueryClient, momentId: string, change: (images: ImageView[]) => ImageView[]): void {
  patch<ImageView[]>(queryClient, imagesQuery(momentId).queryKey, change);
  refreshWork(queryClient);
  const review: ReviewRef = { path: 'moments', id: momentId };
  // Sharing shows how many photos each reviewer has decided.
  for (const shown of [momentLists, historyQuery(review), sharingQuery(review)]) refresh(queryClient, shown);
}

/**
 * Keeps the query cache of staff current while mounted, and refetches the user when the server refuses their session.
 */
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
