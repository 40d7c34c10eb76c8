import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { createContext, use, useMemo, useState } from 'react';
import { useStableCallbacks } from '../../lib/use-stable-callbacks';
import { createSlot } from '../../ui/slot';
import type { Captions, RegenerateOptions } from './captions/use-captions';
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

/** What the page of a moment shares with its tiles: slots, the unsaved texts, and callbacks. These objects never change. */
export function useNewPageTools(workbench: Workbench, captions: Captions) {
  const [objects] = useState(() => ({
    /** Where the inspector of the selected image is drawn. */
    inspectorSlot: createSlot(),
    /** Where the dialog that edits captions is drawn: it stays while the selected image changes, and so does the focus. */
    editDialogSlot: createSlot(),
    /** The images whose texts are not saved. */
    unsaved: createUnsavedTexts(),
  }));
  const { select, toggleChosen, openDialog } = workbench;
  const callbacks = useStableCallbacks({
    select,
    toggleChosen,
    openDialog,
    /** Opens the preview, except while a click on a tile chooses: then these are two such clicks. */
    onTileDoubleClick: (imageId: string) => !workbench.clicksChoose && openDialog(imageId, 'preview'),
    regenerate: (imageId: string, options: RegenerateOptions) => void captions.regenerate([imageId], options),
    /** Called with an image as it is before it is resubmitted, and once it is. */
    onResubmit: workbench.filter.rememberRejected,
    onResubmitted: workbench.selectNextRejectedAfter,
  });
  return useMemo(() => ({ ...objects, ...callbacks }), [objects, callbacks]);
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
