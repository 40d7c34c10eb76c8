import { Column } from 'typeorm';
import type { Approval } from '../contract/statuses.js';
import { Review, type Before } from '../decisions/review.js';

/** What the client decided on a section. Its feedback is kept while a new suggestion is written. */
export class SectionReview extends Review {
  @Column('text', { name: 'approval', default: 'pending' })
  status!: Approval;

  @Column('int', { name: 'decisionRevision', default: 1 })
  override revision = 1;

  @Column('text', { name: 'earlierSuggestion', nullable: true })
  earlier!: string | null;

  @Column('text', { name: 'approvalBefore', nullable: true })
  statusBefore!: Approval | null;

  @Column('text', { default: '' })
  feedbackBefore!: string;

  @Column('text', { name: 'earlierSuggestionBefore', nullable: true })
  earlierBefore!: string | null;

  get kind() {
    return 'section' as const;
  }

  protected get before(): Before | null {
    const { statusBefore: status, feedbackBefore: feedback, earlierBefore: earlier } = this;
    return status && { status, feedback, earlier };
  }

  protected set before(before: Before | null) {
    this.statusBefore = before?.status ?? null;
    this.feedbackBefore = before?.feedback ?? '';
    this.earlierBefore = (before?.earlier ?? null) as string | null;
  }
}
