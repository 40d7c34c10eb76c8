import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { QueryClient } from '@tanstack/react-query';
import type { Store } from '../../lib/store';
import type { CaptionRequests } from './captions/caption-states';
import type { ImageDrafts } from './images/draft';
import type { Selection } from './selection';
import type { StatusFilter } from './status-filter';

/** The open dialog of the selected image; `null` for none. */
export type ImageDialog = 'preview' | 'edit' | 'feedback' | 'resubmit' | null;

/** The state of a moment's page that the server does not have. Server state is only in the query cache. */
export interface PageState {
  selection: Selection;
  filter: StatusFilter;
  dialog: ImageDialog;
  /** Whether the inspector is open on wide windows, beside the images; persisted. */
  isInspectorBeside: boolean;
  /** Whether the inspector is open on narrow windows, over the images. */
  isInspectorOver: boolean;
  /** Whether the pane shows sharing instead of the inspector. */
  isSharing: boolean;
  /** The last move of images, as a sentence for screen readers. */
  moveAnnouncement: string;
  /** Unsaved texts by image id. */
  drafts: Readonly<Record<string, ImageDrafts | undefined>>;
  /** Progress of running replacements in percent, by image id. */
  replacing: Readonly<Record<string, number | undefined>>;
  /** Why the last action on an image failed, by image id. */
  problems: Readonly<Record<string, string | undefined>>;
  /** Running and refused requests to regenerate a caption, by image id. */
  requests: CaptionRequests;
  /** The open question whether handwritten captions are replaced; `null` for none. */
  replaceQuestion: ReplaceQuestion | null;
  /** The open question whether the moment is shared although `lacking` photos have no caption; `share` continues. */
  shareQuestion: { share: () => void; lacking: number } | null;
}

/** Options for regenerating captions. */
export interface RegenerateOptions {
  /** What should change; `''` for no instruction. */
  instruction: string;
  /** Whether the replaced text is on screen, so that no question is needed. */
  wasShown?: boolean;
}

/** A pending regeneration that includes handwritten captions. */
export interface ReplaceQuestion {
  images: ImageView[];
  options: RegenerateOptions;
}

/** What the page's store passes to its parts (`createDraftStore`, `createRegeneration`, `createShareOrAsk`). */
export interface PageParts {
  momentId: string;
  queryClient: QueryClient;
  store: Store<PageState>;
  updateState: (changes: Partial<PageState>) => void;
  /** The images of the moment as the query cache has them now. */
  images: () => ImageView[];
}
