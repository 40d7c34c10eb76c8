import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { createContext, use, useMemo, useState } from 'react';
import { useStableCallbacks } from '../../lib/use-stable-callbacks';
import { createSlot } from '../../ui/slot';
import type { Captions, Rewriting } from './captions/use-captions';
import { createUnsavedTexts } from './images/unsaved-texts';
import type { NextStep } from './next-step';
import type { Workbench } from './use-workbench';

/** What the page of a moment shows. A component that reads it is drawn again with each change, so the tiles do not. */
export interface PageState {
  moment: MomentView;
  images: ImageView[];
  /** How many images there are, also before they are loaded. */
  count: number;
  captions: Captions;
  workbench: Workbench;
  /** `null` also while the images are not loaded. */
  next: NextStep;
}

/** What the page of a moment shares with its tiles: places to draw in and functions, none of which ever changes. */
export function useNewPageTools(workbench: Workbench, captions: Captions) {
  const [places] = useState(() => ({
    /** Where the selected image is shown at large. */
    inspector: createSlot(),
    /** Where captions are edited one after the other: the dialog stays while the image changes, and with it the focus. */
    editor: createSlot(),
    /** The images whose texts are not saved. */
    unsaved: createUnsavedTexts(),
  }));
  const { select, toggle, openDialog } = workbench;
  const events = useStableCallbacks({
    select,
    toggle,
    openDialog,
    /** A double click on a tile. */
    preview: (imageId: string) => !workbench.clicksChoose && openDialog(imageId, 'preview'),
    regenerate: (imageId: string, rewriting: Rewriting) => void captions.regenerate([imageId], rewriting),
    /** Called with an image as it is before it is resubmitted, and once it is. */
    onResubmit: workbench.filter.remember,
    onResubmitted: workbench.goOnFrom,
  });
  return useMemo(() => ({ ...places, ...events }), [places, events]);
}

type PageTools = ReturnType<typeof useNewPageTools>;

export const PageStateContext = createContext<PageState | null>(null);
export const PageToolsContext = createContext<PageTools | null>(null);

export function usePageState(): PageState {
  return use(PageStateContext)!;
}

export function usePageTools(): PageTools {
  return use(PageToolsContext)!;
}
