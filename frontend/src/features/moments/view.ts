import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { CaptionStates } from './captions/caption-states';
import type { PageState } from './page-state';
import { selectedPlace } from './selection';
import { filterImages, type FilteredImage } from './status-filter';

/** The images as the page shows them. */
export interface View {
  /** All images, in display order. */
  items: FilteredImage[];
  /** Ids of the images that the filter shows. */
  shown: string[];
  selected: ImageView | null;
  /** Position of the selected image among the shown ones, from 0. */
  at: number;
  /** The chosen images in display order. */
  chosen: ImageView[];
}

export function viewOf(
  filter: PageState['filter'],
  selection: PageState['selection'],
  images: ImageView[],
  { hasFailed }: CaptionStates,
): View {
  const items = filterImages(filter, images, hasFailed);
  const shownImages = items.filter(({ isShown }) => isShown).map(({ image }) => image);
  const shown = shownImages.map(({ id }) => id);
  const at = selectedPlace(selection, shown);
  const chosen = shownImages.filter(({ id }) => selection.chosen.has(id));
  return { items, shown, selected: shownImages[at] ?? null, at, chosen };
}
