import type { ErrorCode } from '@gmb-moments/backend/contract/errors';
import type { ItemStatus } from '@gmb-moments/backend/contract/statuses';
import { HttpError } from '../../../lib/http';
import type { TextKey } from '../../../lib/texts/translator';
import type { ToastAction } from '../../../lib/toast';

/** An item that a reviewer decides on: an image of a moment, or a section of an optimization. */
export interface ReviewItem {
  id: string;
  /** Its name in messages: `#3`, or `Services`. */
  name: string;
  status: ItemStatus;
  /** Feedback of the last rejection; `''` for none. */
  feedback: string;
  /** The team's answer to that feedback; `''` for none. */
  reply: string;
  /** How it was resubmitted after a rejection: changed, or only answered; `null` if it was not, or is decided. */
  resubmitted: 'changed' | 'answered' | null;
  /** Version of the content. A decision names the version that the reviewer saw. */
  version: number;
  /** Whether it has content to decide on. */
  isReady: boolean;
}

export type DecisionAction = 'approve' | 'reject' | 'approveAll' | 'undo';

/** The result of "approve all". `failed` has the error of each item that was refused. */
export interface ApproveAllResult<Item> {
  total: number;
  approved: Item[];
  failed: { item: Item; error: HttpError }[];
}

/** Title and sentence of a toast. */
export type ToastTexts = [title: string, sentence: string];

/** The requests and texts for decisions on one kind of item. */
export interface DecisionRules<Item extends ReviewItem> {
  approve: (item: Item) => Promise<void>;
  reject: (item: Item, feedback: string) => Promise<void>;
  /** Undoes the decision on an item. The item is passed as it was before the decision. */
  undo: (item: Item) => Promise<void>;
  /** Refetches the page's data. */
  refresh: () => Promise<unknown>;
  /** Name under which unsent feedback on the item is stored. */
  draftNameOf: (item: Item) => string;
  /** Description of the toast after an item was approved. */
  approved: string;
  /** The toast after a failed decision. */
  failed: (error: Error, action: DecisionAction) => ToastTexts;
  /** Shows the result of "approve all" in a toast; `undo` undoes the approvals. */
  report: (tally: ApproveAllResult<Item>, undo: ToastAction) => void;
}

/**
 * Title and sentence by error code, for decisions on an outdated version. They are shown as information, not as an
 * error.
 */
export const OUTDATED_DECISION_TEXTS: Partial<Record<ErrorCode, [title: TextKey, sentence: TextKey]>> = {
  IMAGE_CHANGED: ['image.changed', 'image.changedText'],
  IMAGE_NOT_PENDING: ['review.alreadyDecided', 'image.decidedText'],
  SECTION_CHANGED: ['section.changed', 'section.changedText'],
  SECTION_DECIDED: ['review.alreadyDecided', 'section.decidedText'],
  NO_SUGGESTION: ['section.withdrawn', 'section.withdrawnText'],
};

/** Whether the server refuses all decisions on this link for now, because there were too many. */
export function isLinkThrottled(error: Error): boolean {
  return error instanceof HttpError && error.status === 429 && error.code !== 'SECTION_THROTTLED';
}
