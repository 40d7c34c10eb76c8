import type { ErrorCode } from '@gmb-moments/backend/contract/errors';
import type { ItemStatus } from '@gmb-moments/backend/contract/statuses';
import { HttpError } from '../../../lib/http';
import type { TextKey } from '../../../lib/texts/translator';
import type { ToastAction } from '../../../lib/toast';

/** What a reviewer decides on: an image of a moment, or a section of an optimization. */
export interface ReviewItem {
  id: string;
  /** As messages name it: `#3`, or `Services`. */
  name: string;
  status: ItemStatus;
  /** Of the last rejection. */
  feedback: string;
  /** What the team answered to it; `''` for nothing. */
  reply: string;
  /** Why it came back to the reviewer, who rejected it; `null` if it did not, or is decided. */
  resubmitted: 'changed' | 'answered' | null;
  /** Version of the content: a decision is about the version that the reviewer saw. */
  version: number;
  /** Whether there is something to decide on. */
  isReady: boolean;
}

export type Decision = 'approve' | 'reject' | 'approveAll' | 'undo';

/** The result of "approve all". */
export interface ApproveAllResult<Item> {
  total: number;
  approved: Item[];
  failed: { item: Item; error: HttpError }[];
}

/** Title and sentence of a toast. */
export type ToastTexts = [title: string, sentence: string];

/** How one kind of item is decided on, and what is said about that. */
export interface DecisionRules<Item extends ReviewItem> {
  approve: (item: Item) => Promise<void>;
  reject: (item: Item, feedback: string) => Promise<void>;
  /** Takes the decision on the item back, which was given as it was seen before that. */
  undo: (item: Item) => Promise<void>;
  /** Reads what the page shows again. */
  refresh: () => Promise<unknown>;
  /** Name that unsent feedback on the item is kept under. */
  draftNameOf: (item: Item) => string;
  /** Said when one was approved. */
  approved: string;
  /** Said about decisions that failed. */
  failed: (error: Error, decision: Decision) => ToastTexts;
  /** Shows the result of "approve all"; `undo` takes back what was approved. */
  report: (tally: ApproveAllResult<Item>, undo: ToastAction) => void;
}

/** Title and sentence about decisions that came too late, by the server's code: nothing failed, the page was behind. */
export const OUTDATED_DECISION_TEXTS: Partial<Record<ErrorCode, [title: TextKey, sentence: TextKey]>> = {
  IMAGE_CHANGED: ['image.changed', 'image.changedText'],
  IMAGE_NOT_PENDING: ['review.alreadyDecided', 'image.decidedText'],
  SECTION_CHANGED: ['section.changed', 'section.changedText'],
  SECTION_DECIDED: ['review.alreadyDecided', 'section.decidedText'],
  NO_SUGGESTION: ['section.withdrawn', 'section.withdrawnText'],
};

/** Whether the server takes no more decisions on the whole link for now. */
export function isLinkThrottled(error: Error): boolean {
  return error instanceof HttpError && error.status === 429 && error.code !== 'SECTION_THROTTLED';
}
