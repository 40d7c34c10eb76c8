import { createContext, use, type ReactNode } from 'react';
import type { DeliverySource } from './deliveries';
import type { CopyToasts } from './open-link';
import type { ReviewRef } from './reviews';
import type { Shared } from './sharing';

/** Props of the share dialog. */
export interface ShareProps {
  shared: Shared;
  /** A warning shown above the form. */
  notice?: ReactNode;
  /**
   * Called before the open link is copied; calls `copy` once the user has confirmed. Without it, the link is copied
   * at once.
   */
  confirmCopy?: (copy: () => void) => void;
  /** The toasts after the open link was copied; those of the review's page by default. */
  copyToasts?: CopyToasts;
}

/** Props of the history of a moment or an optimization. */
export interface HistoryProps {
  review: ReviewRef;
  /** Shows only the entries about this image. */
  imageId?: string;
  title?: string;
}

/**
 * Opens dialogs that several features use. Features do not import each other, so `app/dialogs.tsx` renders the
 * dialogs.
 */
export interface Dialogs {
  /** Opens the form that gives reviewers links of their own. */
  share: (props: ShareProps) => void;
  /** Shows who may see a review, as a sheet over a page that has no sharing pane. */
  sharing: (props: { shared: Shared & ReviewRef }) => void;
  /** Opens the form for the day by which the client is to decide (`YYYY-MM-DD`). */
  dueDay: (props: { review: ReviewRef; dueOn: string | null }) => void;
  deliver: (props: { source: DeliverySource }) => void;
  history: (props: HistoryProps) => void;
}

export const DialogsContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  return use(DialogsContext)!;
}
