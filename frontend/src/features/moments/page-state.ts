import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { createContext, use, type MouseEvent } from 'react';
import type { Slot } from '../../ui/slot';
import type { Captions, Rewriting } from './captions/use-captions';
import type { UnsavedTexts } from './images/unsaved-texts';
import type { NextStep } from './next-step';
import type { ImageDialog, Workbench } from './use-workbench';

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
export interface PageTools {
  /** Where the selected image is shown at large. */
  inspector: Slot;
  /** Where captions are edited one after the other: the dialog stays while the image changes, and with it the focus. */
  editor: Slot;
  /** The images whose texts are not saved. */
  unsaved: UnsavedTexts;
  /** A click on a tile: Shift and Ctrl choose, and so does a plain one while `clicksChoose`. */
  select: (imageId: string, event: MouseEvent) => void;
  toggle: (imageId: string, event?: MouseEvent) => void;
  openDialog: (imageId: string, dialog: ImageDialog) => void;
  /** A double click on a tile. */
  preview: (imageId: string) => void;
  regenerate: (imageId: string, rewriting: Rewriting) => void;
  /** Called with an image as it is before it is resubmitted, and once it is. */
  onResubmit: (image: ImageView) => void;
  onResubmitted: (imageId: string) => void;
}

export const PageStateContext = createContext<PageState | null>(null);
export const PageToolsContext = createContext<PageTools | null>(null);

export function usePageState(): PageState {
  return use(PageStateContext)!;
}

export function usePageTools(): PageTools {
  return use(PageToolsContext)!;
}
