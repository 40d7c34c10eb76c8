import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { useIsWide } from '../../lib/media-queries';
import { useStoreSelector } from '../../lib/store';
import { captionRunsQuery } from '../../records/captions';
import { imagesQuery } from '../../records/images';
import { momentQuery } from '../../records/moments';
import type { RunCaptions } from './captions/run-captions';
import { nextStep, type NextStep } from './next-step';
import type { PageState } from './page-state';
import { NO_IMAGES, NO_RUNS, type Page } from './page-store';
import type { View } from './view';

/** The store of the page; it never changes. */
export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  return use(PageContext)!;
}

/** A part of the page's state, kept current. @param select returns what the state holds, or a plain value made of it */
export function usePageState<Part>(select: (state: PageState) => Part): Part {
  return useStoreSelector(usePage().store, select);
}

/** The moment of the page, which is loaded before the page is drawn. */
export function useMoment(): MomentView {
  return useQuery(momentQuery(usePage().momentId)).data!;
}

/** Its images; none until they are loaded. */
export function useImages(): ImageView[] {
  return useQuery(imagesQuery(usePage().momentId)).data ?? NO_IMAGES;
}

/** How many images there are, also before they are loaded. */
export function useImageCount(): number {
  const { imageCount } = useMoment();
  return useQuery(imagesQuery(usePage().momentId)).data?.length ?? imageCount;
}

/** What the last runs did for the captions, and what is under way. */
export function useRunCaptions(): RunCaptions {
  const images = useImages();
  const runs = useQuery(captionRunsQuery(usePage().momentId)).data ?? NO_RUNS;
  const requests = usePageState((state) => state.requests);
  const { captionsOf } = usePage();
  return useMemo(() => captionsOf(images, runs, requests), [captionsOf, images, runs, requests]);
}

/** What staff do next; `null` also while the images are not loaded. */
export function useNextStep(): NextStep {
  const moment = useMoment();
  const { generation } = useRunCaptions();
  const images = useQuery(imagesQuery(moment.id)).data;
  return images ? nextStep(moment, images, generation) : null;
}

/** What the page shows of the images. @param filter another one than that of the page, such as the one before */
export function useView(filter?: PageState['filter']): View {
  const images = useImages();
  const captions = useRunCaptions();
  const selection = usePageState((state) => state.selection);
  const current = usePageState((state) => state.filter);
  const by = filter ?? current;
  const { viewBy } = usePage();
  return useMemo(() => viewBy(by, selection, images, captions), [viewBy, by, selection, images, captions]);
}

/** The inspector and sharing: where there is room, and which of them is shown. */
export function usePane() {
  const hasRoomBeside = useIsWide();
  const isOpen = usePageState((state) => (hasRoomBeside ? state.isInspectorBeside : state.isInspectorOver));
  const isSharing = usePageState((state) => state.isSharing);
  const isSelected = useView().selected !== null;
  return { hasRoomBeside, isSharing, isInspecting: isSelected && isOpen && !isSharing };
}
