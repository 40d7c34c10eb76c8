import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { useIsWide } from '../../lib/media-queries';
import { useStoreSelector } from '../../lib/store';
import { captionRunsQuery } from '../../records/captions';
import { imagesQuery } from '../../records/images';
import { momentQuery } from '../../records/moments';
import type { CaptionStates } from './captions/caption-states';
import { nextStep, type NextStep } from './next-step';
import type { PageState } from './page-state';
import { NO_IMAGES, NO_RUNS, type Page } from './page-store';
import type { View } from './view';

/** Context with the store of the page, which stays the same object. */
export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  return use(PageContext)!;
}

/**
 * A part of the page's state.
 * @param select returns a part of the state or a primitive derived from it, never a new object
 */
export function usePageState<Part>(select: (state: PageState) => Part): Part {
  return useStoreSelector(usePage().store, select);
}

/** The moment of the page; it is loaded before the page renders. */
export function useMoment(): MomentView {
  return useQuery(momentQuery(usePage().momentId)).data!;
}

/** The images of the moment; empty until they are loaded. */
export function useImages(): ImageView[] {
  return useQuery(imagesQuery(usePage().momentId)).data ?? NO_IMAGES;
}

/** The number of images; known before they are loaded. */
export function useImageCount(): number {
  const { imageCount } = useMoment();
  return useQuery(imagesQuery(usePage().momentId)).data?.length ?? imageCount;
}

/** Activity and problems of the captions. */
export function useCaptionStates(): CaptionStates {
  const images = useImages();
  const runs = useQuery(captionRunsQuery(usePage().momentId)).data ?? NO_RUNS;
  const requests = usePageState((state) => state.requests);
  const { captionsOf } = usePage();
  return useMemo(() => captionsOf(images, runs, requests), [captionsOf, images, runs, requests]);
}

/** The next step of staff; `null` while the images load. */
export function useNextStep(): NextStep {
  const moment = useMoment();
  const { generation } = useCaptionStates();
  const images = useQuery(imagesQuery(moment.id)).data;
  return images ? nextStep(moment, images, generation) : null;
}

/** The images as the page shows them. @param filter used instead of the page's filter, such as a deferred one */
export function useView(filter?: PageState['filter']): View {
  const images = useImages();
  const captions = useCaptionStates();
  const selection = usePageState((state) => state.selection);
  const current = usePageState((state) => state.filter);
  const by = filter ?? current;
  const { viewBy } = usePage();
  return useMemo(() => viewBy(by, selection, images, captions), [viewBy, by, selection, images, captions]);
}

/** Whether the pane is beside the images, and whether it shows the inspector or sharing. */
export function usePane() {
  const hasRoomBeside = useIsWide();
  const isOpen = usePageState((state) => (hasRoomBeside ? state.isInspectorBeside : state.isInspectorOver));
  const isSharing = usePageState((state) => state.isSharing);
  const isSelected = useView().selected !== null;
  return { hasRoomBeside, isSharing, isInspecting: isSelected && isOpen && !isSharing };
}
