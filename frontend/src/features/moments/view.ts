import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { RunCaptions } from './captions/run-captions';
import type { PageState } from './page-state';
import { selectedPlace } from './selection';
import { filtered, type FilteredImage } from './status-filter';

/** What the page shows of a moment's images. */
export interface View {
  /** All images, in display order. */
  items: FilteredImage[];
  /** Ids of those that the filter shows. */
  shown: string[];
  selected: ImageView | null;
  /** Place of the selected image among the shown ones, from 0. */
  at: number;
  /** The images that are chosen, in display order. */
  chosen: ImageView[];
}

export function viewOf(
  filter: PageState['filter'],
  selection: PageState['selection'],
  images: ImageView[],
  { hasFailed }: RunCaptions,
): View {
  const items = filtered(filter, images, hasFailed);
  const shownImages = items.filter(({ isShown }) => isShown).map(({ image }) => image);
  const shown = shownImages.map(({ id }) => id);
  const at = selectedPlace(selection, shown);
  const chosen = shownImages.filter(({ id }) => selection.chosen.has(id));
  return { items, shown, selected: shownImages[at] ?? null, at, chosen };
}
