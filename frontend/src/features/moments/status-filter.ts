import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ITEM_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { warningsOf } from '../../records/findings';

export const STATUS_FILTERS = ['all', ...ITEM_STATUSES] as const;
const FILTERS = [...STATUS_FILTERS, 'warnings', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

/** A filter of the contact sheet. An image that stops matching stays visible until another filter is chosen. */
export interface StatusFilter {
  by: Filter;
  /** Ids of the images shown so far, in display order. */
  kept: readonly string[];
  /** Images before their resubmission under this filter, by id. */
  resubmitted: ReadonlyMap<string, ImageView>;
}

/** A new filter. @param by value of the query parameter `status`; invalid values show all images */
export function newFilter(by: string | null): StatusFilter {
  return { by: FILTERS.find((one) => one === by) ?? 'all', kept: [], resubmitted: new Map() };
}

/** An image on the contact sheet. */
export interface FilteredImage {
  image: ImageView;
  /** Position in the moment, from 1. */
  number: number;
  isShown: boolean;
  /** Whether it is shown although it no longer matches the filter. */
  noLongerMatches: boolean;
}

/**
 * All images in display order: first those that the filter shows. Without a filter, the order of the moment.
 * @param hasFailed whether generating an image's caption failed
 */
export function filterImages(
  filter: StatusFilter,
  images: ImageView[],
  hasFailed: (image: ImageView) => boolean,
): FilteredImage[] {
  const { by } = filter;
  const shown = shownBy(filter, images, hasFailed);
  const numbered = images.map((image, index) => {
    const isShown = shown.includes(image.id);
    const isStatus = by !== 'failed' && by !== 'warnings';
    return { image, number: index + 1, isShown, noLongerMatches: isShown && isStatus && !matches(image, by) };
  });
  if (by === 'all') return numbered;
  const place = ({ image, isShown }: FilteredImage) => (isShown ? shown.indexOf(image.id) : shown.length);
  return numbered.toSorted((one, other) => place(one) - place(other));
}

/** Ids of the images that a filter shows: those shown so far, then new matches. */
export function shownBy(
  { by, kept }: StatusFilter,
  images: ImageView[],
  hasFailed: (image: ImageView) => boolean,
): readonly string[] {
  const isMatch = (image: ImageView) => (by === 'failed' ? hasFailed(image) : matches(image, by));
  const appeared = images.filter((image) => isMatch(image) && !kept.includes(image.id));
  return appeared.length === 0 ? kept : [...kept, ...appeared.map(({ id }) => id)];
}

/** Whether an image matches a filter. */
export function matches(image: ImageView, filter: Exclude<Filter, 'failed'>): boolean {
  if (filter === 'warnings') return warningsOf(image).length > 0;
  return filter === 'all' || image.status === filter;
}
