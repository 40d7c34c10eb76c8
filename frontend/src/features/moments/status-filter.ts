import type { ImageView } from '@gmb-moments/backend/contract/images';
import { ITEM_STATUSES } from '@gmb-moments/backend/contract/statuses';
import { warningsOf } from '../../records/findings';

export const STATUS_FILTERS = ['all', ...ITEM_STATUSES] as const;
const FILTERS = [...STATUS_FILTERS, 'warnings', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

/** By what the images are filtered. One that stops matching stays in its place until the filter changes. */
export interface StatusFilter {
  by: Filter;
  /** Ids of the images that it has shown, in the order in which it came to show them. */
  kept: readonly string[];
  /** Images as they were before they were resubmitted under this filter, by id. */
  resubmitted: ReadonlyMap<string, ImageView>;
}

/** @param by as the address names it, such as `?status=rejected` */
export function newFilter(by: string | null): StatusFilter {
  return { by: FILTERS.find((one) => one === by) ?? 'all', kept: [], resubmitted: new Map() };
}

/** An image on the contact sheet. */
export interface FilteredImage {
  image: ImageView;
  /** Place within the moment, from 1. */
  number: number;
  isShown: boolean;
  /** Whether the image is shown although it no longer has the status of the filter. */
  noLongerMatches: boolean;
}

/**
 * The images in display order, which is the moment's order without a filter.
 * @param hasFailed whether the caption of an image could not be generated
 */
export function filtered(
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

/** Ids of the images that a filter shows: what it has shown, and behind them what matches now. */
export function shownBy(
  { by, kept }: StatusFilter,
  images: ImageView[],
  hasFailed: (image: ImageView) => boolean,
): readonly string[] {
  const isMatch = (image: ImageView) => (by === 'failed' ? hasFailed(image) : matches(image, by));
  const appeared = images.filter((image) => isMatch(image) && !kept.includes(image.id));
  return appeared.length === 0 ? kept : [...kept, ...appeared.map(({ id }) => id)];
}

/** Whether an image has the status of a filter, or warnings. */
export function matches(image: ImageView, filter: Exclude<Filter, 'failed'>): boolean {
  if (filter === 'warnings') return warningsOf(image).length > 0;
  return filter === 'all' || image.status === filter;
}
