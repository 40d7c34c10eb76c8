import type { ImageView } from '@gmb-moments/backend/contract/images';
import { IMAGE_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { useCallback, useState } from 'react';

export const FILTERS = ['all', ...IMAGE_STATUSES] as const;
export type Filter = (typeof FILTERS)[number];

const NONE: ReadonlyMap<string, ImageView> = new Map();

/** A filter by status under which nothing moves under the pointer: what it showed stays in its place until it is left. */
export function useStatusFilter(images: ImageView[]) {
  const [filter, setFilter] = useState<Filter>('all');
  /** Ids of what the filter has shown, in the order in which it came to show it. */
  const [shown, setShown] = useState<string[]>([]);
  const [resubmitted, setResubmitted] = useState(NONE);
  const appeared = images.filter((image) => matches(image, filter) && !shown.includes(image.id));
  if (appeared.length > 0) setShown([...shown, ...appeared.map(({ id }) => id)]);

  const numbered = images.map((image, index) => ({
    image,
    /** Place within the moment, from 1. */
    number: index + 1,
    isShown: shown.includes(image.id),
    /** It is shown, but no longer as the filter says. */
    isLeft: shown.includes(image.id) && !matches(image, filter),
    /** As it was before it was resubmitted under this filter. */
    rejected: resubmitted.get(image.id),
  }));
  const place = ({ image, isShown }: (typeof numbered)[number]) => (isShown ? shown.indexOf(image.id) : shown.length);

  return {
    filter,
    /** In the order of the screen; in the moment's own order where nothing is filtered. */
    images: filter === 'all' ? numbered : numbered.toSorted((one, other) => place(one) - place(other)),
    choose: (chosen: Filter) => {
      setFilter(chosen);
      setShown([]);
      setResubmitted(NONE);
    },
    /** Remembers an image as it is before it is resubmitted. */
    remember: useCallback((image: ImageView) => setResubmitted((before) => new Map(before).set(image.id, image)), []),
  };
}

export function matches(image: ImageView, filter: Filter): boolean {
  return filter === 'all' || image.status === filter;
}
