import type { ImageView } from '@gmb-moments/backend/contract/images';
import { IMAGE_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { warningsOf } from '../../ui/findings';

export const STATUS_FILTERS = ['all', ...IMAGE_STATUSES] as const;
const FILTERS = [...STATUS_FILTERS, 'warnings', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

const NONE: ReadonlyMap<string, ImageView> = new Map();

/**
 * Filters images by status. One that stops matching stays in its place until the filter changes, so that nothing moves under
 * the pointer. The first filter is the one that the address names, such as `?status=rejected`.
 * @param hasFailed whether the caption of an image could not be generated
 */
export function useStatusFilter(images: ImageView[], hasFailed: (image: ImageView) => boolean) {
  const [searchParams] = useSearchParams();
  const [filter, setFilter] = useState<Filter>(
    () => FILTERS.find((one) => one === searchParams.get('status')) ?? 'all',
  );
  /** Ids of what the filter has shown, in the order in which it came to show it. */
  const [shown, setShown] = useState<string[]>([]);
  const [resubmitted, setResubmitted] = useState(NONE);
  const isMatch = (image: ImageView) => (filter === 'failed' ? hasFailed(image) : matches(image, filter));
  const appeared = images.filter((image) => isMatch(image) && !shown.includes(image.id));
  if (appeared.length > 0) setShown([...shown, ...appeared.map(({ id }) => id)]);

  const numbered = images.map((image, index) => ({
    image,
    /** Place within the moment, from 1. */
    number: index + 1,
    isShown: shown.includes(image.id),
    /** Whether the image is shown although it no longer has the status of the filter. */
    noLongerMatches:
      shown.includes(image.id) && filter !== 'failed' && filter !== 'warnings' && !matches(image, filter),
  }));
  const place = ({ image, isShown }: (typeof numbered)[number]) => (isShown ? shown.indexOf(image.id) : shown.length);

  return {
    filter,
    /** The images in display order, which is the moment's order without a filter. */
    images: filter === 'all' ? numbered : numbered.toSorted((one, other) => place(one) - place(other)),
    choose: (chosen: Filter) => {
      setFilter(chosen);
      setShown([]);
      setResubmitted(NONE);
    },
    /** Remembers a rejected image as it is before it is resubmitted. */
    rememberRejected: (image: ImageView) => setResubmitted((before) => new Map(before).set(image.id, image)),
    /** An image as it was before it was resubmitted under this filter. */
    rejected: (imageId: string) => resubmitted.get(imageId),
  };
}

/** Whether an image has the status of a filter, or warnings. */
export function matches(image: ImageView, filter: Exclude<Filter, 'failed'>): boolean {
  if (filter === 'warnings') return warningsOf(image).length > 0;
  return filter === 'all' || image.status === filter;
}
