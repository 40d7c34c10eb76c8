import { Column } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ItemStatus } from '../contract/statuses.js';
import { requireCurrent } from '../history/edits.js';
import type { AppError } from '../platform/http/errors.js';
import { decisionFinal, requireUndoable, type LastChange } from './last-change.js';
import { TRANSITIONS, type Step } from './transitions.js';

/** A reviewer's verdict. */
export type Verdict = { step: 'approve' } | { step: 'reject'; feedback: string };

/** The state that a reviewer looked at: the content, and the decision on it. What is missing counts as the current one. */
export interface Seen {
  version?: number | undefined;
  decisionRevision?: number | undefined;
}

/** Why a step is refused: the content, or the decision on it, is another one meanwhile, or nothing was rejected. */
export type Refused = 'changed' | 'decided' | 'notRejected';

/** Why a client is to look at something again: it shows something else, or their rejection of it was answered. */
export type WhyAgain = 'changed' | 'answered';

/** What is decided on, an image or a section: the entity that its `Decision` is embedded in. */
export interface Item {
  decision: Decision;
  /** What the client sees now, which is kept if they reject it with this feedback. @throws AppError 409 NO_SUGGESTION while there is nothing */
  snapshot(feedback: string): unknown;
  /** Whether it shows something else than what the client rejected last; true if nothing is known to be rejected. */
  isChanged(): boolean;
  /** The answer to a step that is refused. */
  refusal(why: Refused): AppError;
  /**
   * Puts what was rejected before the client again.
   * @returns what it changed, for the history
   * @throws AppError 409 if it is not rejected
   */
  resubmit(): { changes?: Record<string, { from: string; to: string }>; feedback?: string };
}

/**
 * What the client decided on something, embedded in images and sections. Its columns differ by name and type, its steps by
 * `TRANSITIONS`.
 */
export abstract class Decision {
  abstract status: ItemStatus;

  /** The client's reason for the last rejection. */
  @Column('text', { default: '' })
  feedback!: string;

  /** What staff answered to the last rejection, for the client; `''` for nothing. */
  @Column('text', { default: '' })
  reply!: string;

  /** The answer as it was before the last decision, for an undo of that. */
  @Column('text', { default: '' })
  replyBefore!: string;

  /** Grows with each change of what the client sees; decisions refer to it. */
  @Column('int', { default: 1 })
  version!: number;

  /** Grows with each decision. Sections alone have it; on an image, a decision that is taken back raises `version` instead. */
  declare decisionRevision?: number;

  /** What the client rejected last, until an approval. */
  abstract earlier: unknown;

  /** What the last decision replaced, which it can be taken back to; an image is always pending before. */
  declare statusBefore?: ItemStatus | null;
  declare feedbackBefore?: string;
  abstract earlierBefore: unknown;

  /** Names it in the transition table, and in the actions of the history. */
  abstract get kind(): keyof typeof TRANSITIONS;

  /**
   * Stores a reviewer's decision on the version and decision that the reviewer saw.
   * @returns whether anything changed; false if the same decision is already stored
   * @throws AppError 409 for another version, if another decision stands, NO_SUGGESTION
   */
  decide(item: Item, verdict: Verdict, seen: Seen): boolean {
    requireCurrent(seen.version, this.version, () => item.refusal('changed'));
    const { step } = verdict;
    const feedback = verdict.step === 'reject' ? verdict.feedback : '';
    const snapshot = item.snapshot(feedback);
    const { status, feedback: feedbackBefore, earlier, reply } = this;
    if (status === (step === 'reject' ? 'rejected' : 'approved') && feedbackBefore === feedback) return false;
    requireCurrent(seen.decisionRevision, this.decisionRevision!, () => item.refusal('decided'));
    if (!this.allows(step)) throw item.refusal('decided');
    this.move(step);
    this.keepBefore(status, feedbackBefore, earlier);
    this.replyBefore = reply;
    if (step === 'reject') this.reply = '';
    this.feedback = feedback;
    this.earlier = step === 'reject' ? snapshot : null;
    if (this.decisionRevision !== undefined) this.decisionRevision += 1;
    return true;
  }

  /**
   * Takes back the last decision, which the reviewer made on this state: the one before it, its feedback and what was
   * rejected before stand again.
   * @param last what happened to it last
   * @returns the status before and after; `null` if it is taken back already
   * @throws AppError 409 DECISION_FINAL
   */
  undo(last: LastChange, by: Actor, seen: Seen): { from: ItemStatus; to: ItemStatus } | null {
    const counter = this.decisionRevision === undefined ? 'version' : 'decisionRevision';
    const decided = this[counter]! - 1;
    if (last?.action === `${this.kind}.decision_undone` && (seen[counter] ?? decided) === decided) return null;
    requireCurrent(seen.version, this.version, decisionFinal);
    requireCurrent(seen.decisionRevision, this.decisionRevision!, decisionFinal);
    requireUndoable(last, by);
    const { status: from, statusBefore = 'pending', feedbackBefore = '', earlierBefore } = this;
    if (statusBefore === null) throw decisionFinal();
    const { replyBefore: reply } = this;
    Object.assign(this, { status: statusBefore, feedback: feedbackBefore, earlier: earlierBefore, reply });
    this.keepBefore(null);
    this[counter]! += 1;
    return { from, to: this.status };
  }

  /**
   * Stores what staff answer to a rejection, before or after they put it before the client again.
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

  /** Why the client is to look at it again; `null` while it is decided, or came back as it was rejected and without an answer. */
  whyAgain(item: Item): WhyAgain | null {
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

  /** Takes a step that is no decision and is allowed: the client sees something else, or looks again. */
  renew(step: Exclude<Step, 'approve' | 'reject'>): void {
    this.move(step);
    this.keepBefore(null);
    this.version += 1;
  }

  private move(step: Step): void {
    this.status = TRANSITIONS[this.kind][step][this.status]!;
  }

  /** Keeps what a decision replaced, so that it can be taken back; `null` if there is nothing to take back. */
  private keepBefore(status: ItemStatus | null, feedback = '', earlier: unknown = null): void {
    this.earlierBefore = earlier;
    if (this.statusBefore !== undefined) Object.assign(this, { statusBefore: status, feedbackBefore: feedback });
  }
}
