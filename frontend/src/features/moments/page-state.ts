import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { QueryClient } from '@tanstack/react-query';
import type { Store } from '../../lib/store';
import type { CaptionRequests } from './captions/run-captions';
import type { ImageDrafts } from './images/draft';
import type { Selection } from './selection';
import type { StatusFilter } from './status-filter';

/** What lies over the page for the selected image. */
export type ImageDialog = 'preview' | 'edit' | 'feedback' | 'resubmit' | null;

/** What the page of a moment shows, and what is typed there. What the server knows is in the query cache alone. */
export interface PageState {
  selection: Selection;
  filter: StatusFilter;
  dialog: ImageDialog;
  /** Whether the inspector stands beside the images, where there is room; kept in this browser. */
  isInspectorBeside: boolean;
  /** Whether the inspector lies over the page, where there is no room beside. */
  isInspectorOver: boolean;
  /** Whether sharing is in the inspector's place. */
  isSharing: boolean;
  /** How images were moved last, to be read out. */
  moved: string;
  /** Texts that are not saved, by image id. */
  drafts: Readonly<Record<string, ImageDrafts | undefined>>;
  /** How much of another picture is sent, in percent, by the id of the image that it replaces. */
  replacing: Readonly<Record<string, number | undefined>>;
  /** Why the last action on an image failed, by image id. */
  problems: Readonly<Record<string, string | undefined>>;
  /** Requests to regenerate that are under way, or were refused, by image id. */
  requests: CaptionRequests;
  /** What is asked before captions written by hand are replaced. */
  question: Question | null;
  /** What shares the moment once it is confirmed that so many photos go without a caption. */
  asked: { share: () => void; lacking: number } | null;
}

/** How captions are regenerated. */
export interface RegenerateOptions {
  /** What should change; `''` for nothing in particular. */
  instruction: string;
  /** Whether staff were shown the text that is replaced. */
  wasShown?: boolean;
}

/** The captions to be regenerated, some of them written by hand. */
export interface Question {
  images: ImageView[];
  options: RegenerateOptions;
}

/** What the parts of a page's store share. */
export interface PageParts {
  momentId: string;
  queryClient: QueryClient;
  store: Store<PageState>;
  set: (changes: Partial<PageState>) => void;
  /** The images of the moment as the query cache has them now. */
  images: () => ImageView[];
}
