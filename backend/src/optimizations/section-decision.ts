import { Column } from 'typeorm';
import type { ItemStatus } from '../contract/statuses.js';
import { Decision } from '../reviews/decision.js';

/** The client's decision on a section. The feedback stays while a new suggestion is written. */
export class SectionDecision extends Decision {
  @Column('text', { name: 'approval', default: 'pending' })
  status!: ItemStatus;

  @Column('int', { default: 1 })
  override decisionRevision = 1;

  @Column('text', { name: 'earlierSuggestion', nullable: true })
  earlier!: string | null;

  @Column('text', { name: 'approvalBefore', nullable: true })
  override statusBefore: ItemStatus | null = null;

  @Column('text', { default: '' })
  override feedbackBefore = '';

  @Column('text', { name: 'earlierSuggestionBefore', nullable: true })
  earlierBefore!: string | null;

  get kind() {
    return 'section' as const;
  }
}
