import type { VisitorEvents } from '@gmb-moments/backend/contract/events';
import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents, type LiveRules } from '../../../lib/live';
import { patch, refresh } from '../../../lib/live-cache';
import { watch } from '../../../lib/socket';
import { withImage, withoutImage } from '../../../records/images';
import { brandingRules } from '../../../records/settings';
import { reviewBrandingQuery, reviewImagesQuery, reviewMomentQuery } from '../images/images.api';
import { optimizationReviewQuery } from '../sections/optimization-review.api';

/** Cache rules for the live events of visitors. An event without a rule does not compile. */
const VISITOR_RULES: LiveRules<VisitorEvents> = {
  ...brandingRules,
  'image.changed': (queryClient, image) =>
    patch<ReviewImageView[]>(queryClient, reviewImagesQuery(image.momentId).queryKey, (images) =>
      withImage(images, image),
    ),
  'image.deleted': (queryClient, { momentId, imageId }) =>
    patch<ReviewImageView[]>(queryClient, reviewImagesQuery(momentId).queryKey, (images) =>
      withoutImage(images, imageId),
    ),
  'moment.changed': (queryClient, view) => {
    const query = reviewMomentQuery(view.moment.id);
    const before = queryClient.getQueryData(query.queryKey);
    // Staff moved it to another client, whose agency may have another brand. The view has no id of the client, only its name: after a
    // move between clients of the same name, the brand changes with the next reload.
    if (before && before.client.business !== view.client.business) {
      refresh(queryClient, reviewBrandingQuery(view.moment.id));
    }
    patch(queryClient, query.queryKey, () => view);
  },
  'moment.deleted': (queryClient, { momentId }) => refresh(queryClient, reviewMomentQuery(momentId)),
  'optimization.changed': (queryClient, view) =>
    patch(queryClient, optimizationReviewQuery(view.optimization.publicLink).queryKey, () => view),
  // The event does not contain the public link.
  'optimization.deleted': (queryClient) =>
    refresh(queryClient, { queryKey: optimizationReviewQuery('').queryKey.slice(0, 1) }),
};

/**
 * Keeps the query cache of a public page current while mounted.
 * @param id id of the moment, or the optimization's public link
 */
export function useVisitorLive(kind: 'momentId' | 'publicLink', id: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const request = kind === 'momentId' ? { momentId: id } : { publicLink: id };
    return followEvents<VisitorEvents>(queryClient, 'visitor', VISITOR_RULES, () => watch(request));
  }, [queryClient, kind, id]);
}
