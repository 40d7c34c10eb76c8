import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../lib/http';
import { toast } from '../lib/toast';
import { useToastMutation } from '../lib/toast-mutation';
import { queryKeyOf, REVIEW_KINDS, shareReview, type Review } from './reviews';
import { sharingQuery } from './sharing';
import { workQuery } from './work';

/** What toasts say once the link was copied, and where that could not be noted. */
export interface OpenLinkWords {
  copied: [title: string, description?: string];
  failure?: (error: Error) => [title: string, description: string];
}

/** The words outside of the page of what is shared. */
export const WORDS_IN_LISTS = {
  copied: ['Link copied!'],
  failure: (error) => ['Not shared', `The link was copied, but not noted as shared: ${reasonOf(error)}`],
} satisfies OpenLinkWords;

/** The queries that show whether a review was shared. */
export function queriesShowingShare(review: Review) {
  return [{ queryKey: queryKeyOf(review), exact: true }, REVIEW_KINDS[review.path].lists, workQuery];
}

/** The link that anybody may use. Copying or opening it counts as sharing the review. */
export function useOpenLink(review: Review, { copied, failure }: OpenLinkWords = REVIEW_KINDS[review.path]) {
  const { mutate } = useToastMutation({
    mutationFn: () => shareReview(review),
    ...(failure && { failure }),
    refresh: queriesShowingShare(review),
  });
  const { data, isPending } = useQuery(sharingQuery(review));
  const url = REVIEW_KINDS[review.path].useAddress(review.id);
  const isClosed = data?.isOpenLinkWorking === false;
  return {
    /** `''` while it is not known. */
    url: url ?? '',
    /** Whether it is closed, so that it cannot be used. */
    isClosed,
    /** Whether it cannot be copied or opened: it is closed, or whether it is is not known yet. */
    isDisabled: isClosed || isPending || !url,
    onCopied: () => {
      toast.success(...copied);
      mutate();
    },
    onOpen: () => mutate(),
  };
}
