import { createContext, use, type ReactNode } from 'react';
import type { DeliverySource } from './deliveries';
import type { OpenLinkWords } from './open-link';
import type { Review } from './reviews';
import type { Shared } from './sharing';

/** What the dialog that shares is given. */
export interface ShareProps {
  shared: Shared;
  /** What to know before it is shared. */
  notice?: ReactNode;
  /** Called instead of copying the open link, with what copies it: to ask first. */
  confirmCopy?: (copy: () => void) => void;
  /** What is said once the open link was copied; that of its page without it. */
  words?: OpenLinkWords;
}

/** What the history of a moment or an optimization is given. */
export interface HistoryProps {
  review: Review;
  /** Only what is about this image. */
  imageId?: string;
  title?: string;
}

/** Opens the dialogs that several features need. Those who draw them are features of their own: `app/dialogs.tsx` has them. */
export interface Dialogs {
  /** Gives reviewers links of their own. */
  share: (props: ShareProps) => void;
  /** Shows who may see a review, where its page has no place for that. */
  sharing: (props: { shared: Shared & Review }) => void;
  /** Sets or removes the day by which the client is to decide (`2027-01-31`). */
  dueDay: (props: { review: Review; dueOn: string | null }) => void;
  deliver: (props: { source: DeliverySource }) => void;
  history: (props: HistoryProps) => void;
}

export const DialogsContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  return use(DialogsContext)!;
}
