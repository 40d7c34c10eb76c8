import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../lib/http';
import { toast } from '../lib/toast';
import { useToastMutation } from '../lib/toast-mutation';
import { queryKeyOf, REVIEW_KINDS, shareReview, type ReviewRef } from './reviews';
import { sharingQuery } from './sharing';
import { allWork } from './work';

/** The toasts after the link was copied, and after the server could not record that. */
export interface CopyToasts {
  copied: [title: string, description?: string];
  failure?: (error: Error) => [title: string, description: string];
}

/** The toasts in lists and on other pages than the review's own. */
export const COPY_TOASTS_IN_LISTS = {
  copied: ['Link copied!'],
  failure: (error) => ['Not shared', `The link was copied, but not noted as shared: ${reasonOf(error)}`],
} satisfies CopyToasts;

/** Filters for the queries whose data says whether a review was shared. */
export function queriesShowingShare(review: ReviewRef) {
  return [{ queryKey: queryKeyOf(review), exact: true }, REVIEW_KINDS[review.path].lists, allWork];
}

/** The open link of a review, which anybody may use. Copying or opening it marks the review as shared. */
export function useOpenLink(review: ReviewRef, { copied, failure }: CopyToasts = REVIEW_KINDS[review.path]) {
  const { mutate } = useToastMutation({
    mutationFn: () => shareReview(review),
    ...(failure && { failure }),
    refresh: queriesShowingShare(review),
  });
  const { data, isPending } = useQuery(sharingQuery(review));
  const url = REVIEW_KINDS[review.path].useAddress(review.id);
  const isClosed = data?.isOpenLinkWorking === false;
  return {
    /** `''` while it is loading. */
    url: url ?? '',
    /** Whether staff closed the link. */
    isClosed,
    /** Whether it cannot be copied or opened: it is closed, or still loading. */
    isDisabled: isClosed || isPending || !url,
    onCopied: () => {
      toast.success(...copied);
      mutate();
    },
    onOpen: () => mutate(),
  };
}
