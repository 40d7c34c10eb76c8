import { Column } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ItemStatus } from '../contract/statuses.js';
import { requireCurrent } from '../history/edits.js';
import type { AppError } from '../platform/http/errors.js';
import { decisionFinal, requireUndoable, type LastChange } from './last-change.js';
import { TRANSITIONS, type Step } from './transitions.js';

/** A reviewer's verdict. */
export type Verdict = { step: 'approve' } | { step: 'reject'; feedback: string };

/**
 * The state that a reviewer looked at: version of the content, revision of the decision. A missing one counts as
 * current.
 */
export interface BasedOn {
  version?: number | undefined;
  decisionRevision?: number | undefined;
}

/**
 * Why a step is refused: the content changed, or the decision changed, since the caller looked; or the item is not
 * rejected.
 */
export type RefusalReason = 'changed' | 'decided' | 'notRejected';

/** Why an item came back to the reviewers: its content changed, or staff answered the rejection. */
export type ReturnReason = 'changed' | 'answered';

/** An image or a section: the entity that embeds the `Decision`. */
export interface Item {
  decision: Decision;
  /**
   * The content to store if a reviewer rejects it with this feedback.
   * @throws AppError 409 NO_SUGGESTION if it has none
   */
  snapshot(feedback: string): unknown;
  /** Whether the content differs from what was rejected last; true if no rejected content is known. */
  isChanged(): boolean;
  /** The error for a step that is refused. */
  refusal(why: RefusalReason): AppError;
  /**
   * Asks the reviewers again to decide on a rejected item.
   * @returns the changes, for the history
   * @throws AppError 409 if it is not rejected
   */
  resubmit(): { changes?: Record<string, { from: string; to: string }>; feedback?: string };
}

/**
 * What reviewers decided on an item, embedded in images and sections. Names and types of columns differ between the
 * two, and so do the allowed steps (`TRANSITIONS`).
 */
export abstract class Decision {
  abstract status: ItemStatus;

  /** The reviewer's reason for the last rejection. */
  @Column('text', { default: '' })
  feedback!: string;

  /** The answer of staff to the last rejection, which the reviewers see; `''` for none. */
  @Column('text', { default: '' })
  reply!: string;

  /** `reply` before the last decision, for undo. */
  @Column('text', { default: '' })
  replyBefore!: string;

  /** Incremented by each change of content that reviewers see; decisions refer to it. */
  @Column('int', { default: 1 })
  version!: number;

  /** Incremented by each decision. Sections only; for images, undo increments `version` instead. */
  declare decisionRevision?: number;

  /** The content that was rejected last; `null` after an approval. */
  abstract earlier: unknown;

  /**
   * Status and feedback before the last decision, for undo. Sections only: before a decision an image is always pending, without
   * feedback.
   */
  declare statusBefore?: ItemStatus | null;
  declare feedbackBefore?: string;
  /** `earlier` before the last decision, for undo. */
  abstract earlierBefore: unknown;

  /** Key of the transition table, and prefix of actions in the history. */
  abstract get kind(): keyof typeof TRANSITIONS;

  /**
   * Stores a reviewer's decision on the version and decision that the reviewer saw.
   * @returns whether anything changed; false if the same decision is already stored
   * @throws AppError 409 if the content or the decision changed since, NO_SUGGESTION
   */
  decide(item: Item, verdict: Verdict, basedOn: BasedOn): boolean {
    requireCurrent(basedOn.version, this.version, () => item.refusal('changed'));
    const { step } = verdict;
    const feedback = verdict.step === 'reject' ? verdict.feedback : '';
    const snapshot = item.snapshot(feedback);
    const { status, feedback: feedbackBefore, earlier, reply } = this;
    if (status === (step === 'reject' ? 'rejected' : 'approved') && feedbackBefore === feedback) return false;
    requireCurrent(basedOn.decisionRevision, this.decisionRevision!, () => item.refusal('decided'));
    if (!this.allows(step)) throw item.refusal('decided');
    this.transition(step);
    this.saveUndoState(status, feedbackBefore, earlier);
    this.replyBefore = reply;
    if (step === 'reject') this.reply = '';
    this.feedback = feedback;
    this.earlier = step === 'reject' ? snapshot : null;
    if (this.decisionRevision !== undefined) this.decisionRevision += 1;
    return true;
  }

  /**
   * Undoes the reviewer's last decision: restores the status, feedback, answer and rejected content from before it.
   * @param last the last change of the item
   * @returns the status before and after the undo; `null` if it was undone already
   * @throws AppError 409 DECISION_FINAL
   */
  undo(last: LastChange, by: Actor, basedOn: BasedOn): { from: ItemStatus; to: ItemStatus } | null {
    const counter = this.decisionRevision === undefined ? 'version' : 'decisionRevision';
    const decided = this[counter]! - 1;
    if (last?.action === `${this.kind}.decision_undone` && (basedOn[counter] ?? decided) === decided) return null;
    requireCurrent(basedOn.version, this.version, decisionFinal);
    requireCurrent(basedOn.decisionRevision, this.decisionRevision!, decisionFinal);
    requireUndoable(last, by);
    const { status: from, statusBefore = 'pending', feedbackBefore = '', earlierBefore } = this;
    if (statusBefore === null) throw decisionFinal();
    const { replyBefore: reply } = this;
    Object.assign(this, { status: statusBefore, feedback: feedbackBefore, earlier: earlierBefore, reply });
    this.saveUndoState(null);
    this[counter]! += 1;
    return { from, to: this.status };
  }

  /**
   * Stores the answer of staff to a rejection, before or after they resubmit the item.
   * @returns whether anything changed
   * @throws AppError 409 if nothing was rejected
   */
  answer(item: Item, reply: string): boolean {
    if (this.status !== 'rejected' && (this.status !== 'pending' || this.earlier === null))
      throw item.refusal('notRejected');
    if (this.reply === reply) return false;
    this.reply = reply;
    return true;
  }

  /**
   * Why the item came back to the reviewers; `null` if it is not pending, or came back unchanged and without an answer.
   */
  returnReason(item: Item): ReturnReason | null {
    if (this.status !== 'pending') return null;
    if (item.isChanged()) return 'changed';
    return this.reply === '' ? null : 'answered';
  }

  /** @throws AppError 409 if it is not rejected */
  requireRejected(item: Item): void {
    if (!this.allows('resubmit')) throw item.refusal('notRejected');
  }

  allows(step: Step): boolean {
    return TRANSITIONS[this.kind][step][this.status] !== undefined;
  }

  /** Takes a step other than a decision, after which the item is a new version. The step must be allowed. */
  startVersion(step: Exclude<Step, 'approve' | 'reject'>): void {
    this.transition(step);
    this.saveUndoState(null);
    this.version += 1;
  }

  private transition(step: Step): void {
    this.status = TRANSITIONS[this.kind][step][this.status]!;
  }

  /** Stores the state before a decision for undo; a `status` of `null` if there is nothing to undo. */
  private saveUndoState(status: ItemStatus | null, feedback = '', earlier: unknown = null): void {
    this.earlierBefore = earlier;
    if (this.statusBefore !== undefined) Object.assign(this, { statusBefore: status, feedbackBefore: feedback });
  }
}
