import { createContext, use, type ReactNode } from 'react';
import type { DeliverySource } from './deliveries';
import type { OpenLinkWords } from './open-link';
import type { Review } from './reviews';
import type { Shared } from './sharing';

/** What `share` is called with. */
export interface ShareOptions {
  shared: Shared;
  /** What to know before it is shared. */
  notice?: ReactNode;
  /** Called instead of copying the open link, with what copies it: to ask first. */
  ask?: (copy: () => void) => void;
  /** What is said once the open link was copied; that of its page without it. */
  words?: OpenLinkWords;
}

/** What `history` is called with: a moment or an optimization. */
export interface HistoryOptions {
  review: Review;
  /** Only what is about this image. */
  imageId?: string;
  title?: string;
}

/** Opens the dialogs that several features need. Those who draw them are features of their own: `app/dialogs.tsx` has them. */
export interface Dialogs {
  /** Gives reviewers links of their own. */
  share: (options: ShareOptions) => void;
  /** Shows who may see a review, where its page has no place for that. */
  sharing: (options: { shared: Shared & Review }) => void;
  /** Sets or removes the day by which the client is to decide (`2027-01-31`). */
  dueDay: (options: { review: Review; dueOn: string | null }) => void;
  deliver: (options: { source: DeliverySource }) => void;
  history: (options: HistoryOptions) => void;
}

export const DialogsContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  return use(DialogsContext)!;
}
