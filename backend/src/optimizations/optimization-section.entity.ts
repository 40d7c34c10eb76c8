import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { AI_EDITOR, editorName, requireCurrent, type Edit } from '../history/edits.js';
import { conflict, type AppError } from '../platform/http/errors.js';
import type { Actor } from '../history/history.js';
import { SECTION_NAMES, type Approval, type Section } from '../contract/statuses.js';
import { decisionFinal, requireUndoable, type UndoableEntry } from '../history/undo.js';
import type { Optimization } from './optimization.entity.js';

/**
 * Where each step of a section's approval leads, wherever it stood: a decided section can be decided again
 * (`Change Status`). `revise` is a change of its suggestion.
 */
const TRANSITIONS = {
  approve: 'approved',
  reject: 'rejected',
  revise: 'pending',
} as const satisfies Record<string, Approval>;

/** A reviewer's verdict on a section. */
export type SectionDecision = { verdict: 'approve' } | { verdict: 'reject'; feedback: string };

/** The state of a section that a reviewer looked at; what is missing counts as the current one. */
export interface SeenSection {
  version?: number;
  revision?: number;
}

/** A suggestion of the AI, with the record that it was generated from. */
interface SectionDraft {
  suggestion: string;
  provider: string;
  writtenFrom: string;
}

/** The fields that show whether staff or the client changed a section. */
export type SectionState = Pick<OptimizationSection, 'version' | 'approval' | 'feedback'>;

/** One section of an optimization: what is suggested for it, and what the client said. */
@Entity('optimization_sections')
export class OptimizationSection {
  @PrimaryColumn('uuid')
  optimizationId!: string;

  @ManyToOne('Optimization', 'sections', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'optimizationId' })
  optimization?: Relation<Optimization>;

  @PrimaryColumn('text')
  section!: Section;

  /** Keywords, services and service areas are one per line; `''` until there is a suggestion. */
  @Column('text', { default: '' })
  suggestion!: string;

  /** Why the last generation could not write a suggestion, as a sentence for staff; `''` where there is one, or none was tried. */
  @Column('text', { default: '' })
  unwritten!: string;

  @Column('text', { default: 'pending' })
  approval!: Approval;

  /** The client's last feedback; kept while a new suggestion is generated. */
  @Column('text', { default: '' })
  feedback!: string;

  /** Grows with each change of the suggestion, all of which the client sees: decisions and edits both refer to it. */
  @Column('int', { default: 1 })
  version!: number;

  /** Grows with each decision. */
  @Column('int', { default: 1 })
  decisionRevision!: number;

  /** What the decision was before the last one, which that can be taken back to; `null` once that is not possible. */
  @Column('text', { nullable: true })
  approvalBefore!: Approval | null;

  @Column('text', { default: '' })
  feedbackBefore!: string;

  /** The suggestion that the client rejected last, with the feedback above; `null` after an approval. */
  @Column('text', { nullable: true })
  earlierSuggestion!: string | null;

  /** What that was before the last decision, which can be taken back to. */
  @Column('text', { nullable: true })
  earlierSuggestionBefore!: string | null;

  /** Fingerprint of the record that the suggestion was written from; `null` when that is not known. */
  @Column('text', { nullable: true })
  writtenFrom!: string | null;

  /** What the AI wrote for a rejected section and the client does not see yet. */
  @Column('jsonb', { nullable: true })
  draft!: SectionDraft | null;

  /** Who changed the suggestion last, as it is shown to staff. */
  @Column('text', { nullable: true })
  editor!: string | null;

  /**
   * Stores a reviewer's decision on the version and decision that the reviewer saw.
   * @returns whether anything changed; false if the same decision is already stored
   * @throws AppError 409 SECTION_CHANGED for an older version, SECTION_DECIDED where another decision was made since,
   * NO_SUGGESTION while there is nothing to decide on
   */
  decide(decision: SectionDecision, seen: SeenSection): boolean {
    // Visitors do not learn who changed it.
    requireCurrent(seen.version, this.version, () => sectionChanged(this.section, 'was changed'));
    if (this.suggestion === '') {
      throw conflict('NO_SUGGESTION', `There is no suggestion for ${SECTION_NAMES[this.section]} to decide on yet.`);
    }
    const feedback = decision.verdict === 'reject' ? decision.feedback : '';
    const to = TRANSITIONS[decision.verdict];
    if (this.approval === to && this.feedback === feedback) return false;
    requireCurrent(seen.revision, this.decisionRevision, () => this.decidedMeanwhile());
    this.approvalBefore = this.approval;
    this.feedbackBefore = this.feedback;
    this.earlierSuggestionBefore = this.earlierSuggestion;
    this.earlierSuggestion = decision.verdict === 'reject' ? this.suggestion : null;
    this.approval = to;
    this.feedback = feedback;
    this.decisionRevision += 1;
    return true;
  }

  /**
   * Takes the last decision back: the one before it, its feedback and what was rejected before stand again.
   * @param last what happened to the section last
   * @returns the approval before and after; `null` if it is taken back already
   * @throws AppError 409 DECISION_FINAL
   */
  undoDecision(
    last: UndoableEntry,
    { by, seen }: { by: Actor; seen: SeenSection },
  ): { from: Approval; to: Approval } | null {
    const before = this.decisionRevision - 1;
    if (last?.action === 'section.decision_undone' && (seen.revision ?? before) === before) return null;
    requireCurrent(seen.version, this.version, decisionFinal);
    requireCurrent(seen.revision, this.decisionRevision, decisionFinal);
    requireUndoable(last, by);
    if (this.approvalBefore === null) throw decisionFinal();
    const change = { from: this.approval, to: this.approvalBefore };
    this.approval = this.approvalBefore;
    this.feedback = this.feedbackBefore;
    this.earlierSuggestion = this.earlierSuggestionBefore;
    this.earlierSuggestionBefore = null;
    this.approvalBefore = null;
    this.feedbackBefore = '';
    this.decisionRevision += 1;
    return change;
  }

  /** Stores a suggestion by the AI, with the record it was generated from; the client has to decide on it again. */
  suggest(suggestion: string, { by, writtenFrom }: { by: Actor; writtenFrom: string }): { from: string; to: string } {
    const change = { from: this.suggestion, to: suggestion };
    this.suggestion = suggestion;
    this.unwritten = '';
    this.approval = TRANSITIONS.revise;
    this.approvalBefore = null;
    this.feedbackBefore = '';
    this.earlierSuggestionBefore = null;
    this.version += 1;
    this.draft = null;
    this.writtenFrom = writtenFrom;
    this.editor = editorName(by);
    return change;
  }

  /**
   * Stores a suggestion that staff edited, if it was based on the current version.
   * @returns what changed; `null` when the text is the same
   * @throws AppError 409 SECTION_CHANGED
   */
  edit(
    suggestion: string,
    { by, revision, writtenFrom }: Edit & { writtenFrom: string },
  ): { from: string; to: string } | null {
    if (suggestion === this.suggestion) return null;
    const whatHappened = `was changed by ${this.editor ?? 'somebody else'}`;
    requireCurrent(revision, this.version, () => sectionChanged(this.section, whatHappened));
    return this.suggest(suggestion, { by, writtenFrom });
  }

  /** What waits to be resubmitted; `null` for nothing, or where the client does not reject the section any more. */
  get openDraft(): string | null {
    return this.approval === 'rejected' ? (this.draft?.suggestion ?? null) : null;
  }

  /** @throws AppError 409 SECTION_NOT_REJECTED */
  requireRejected(): void {
    if (this.approval === 'rejected') return;
    throw conflict('SECTION_NOT_REJECTED', `${SECTION_NAMES[this.section]} is not rejected, so it takes no draft.`);
  }

  /**
   * Puts the draft before the client.
   * @throws AppError 409 SECTION_NOT_REJECTED, NO_SUGGESTION where there is no draft
   */
  resubmit(): { from: string; to: string } {
    this.requireRejected();
    if (!this.draft) throw conflict('NO_SUGGESTION', `There is no draft for ${SECTION_NAMES[this.section]}.`);
    const { suggestion, provider, writtenFrom } = this.draft;
    return this.suggest(suggestion, { by: { kind: 'ai', name: provider }, writtenFrom });
  }

  /** What the client rejected before, where another suggestion waits for the client now; `null` elsewhere. */
  get revisedFrom(): string | null {
    const isRevised =
      this.approval === 'pending' && this.suggestion !== '' && this.suggestion !== this.earlierSuggestion;
    return isRevised ? this.earlierSuggestion : null;
  }

  /** Whether staff wrote its suggestion, or changed it since the AI wrote it. */
  get isByHand(): boolean {
    return this.suggestion !== '' && this.editor !== null && this.editor !== AI_EDITOR;
  }

  /** Whether its suggestion was written from another record than this one, as far as that is known. */
  isOutdated(record: string): boolean {
    return this.suggestion !== '' && this.writtenFrom !== null && this.writtenFrom !== record;
  }

  /** How it stands now, to be compared later. */
  get state(): SectionState {
    const { version, approval, feedback } = this;
    return { version, approval, feedback };
  }

  /** Whether neither its suggestion nor the client's decision is another one than was seen. */
  isAsSeen({ version, approval, feedback }: SectionState): boolean {
    return this.version === version && this.approval === approval && this.feedback === feedback;
  }

  private decidedMeanwhile(): AppError {
    // Staff answered that decision with another suggestion.
    if (this.approval === 'pending') return sectionChanged(this.section, 'was changed');
    const reason = this.feedback === '' ? '' : `, with the feedback “${this.feedback}”`;
    const decided = `Somebody else ${this.approval} ${SECTION_NAMES[this.section]} meanwhile${reason}`;
    return conflict('SECTION_DECIDED', `${decided}. Please look at that decision first; you can change it then.`);
  }
}

function sectionChanged(section: Section, whatHappened: string): AppError {
  const name = SECTION_NAMES[section];
  return conflict(
    'SECTION_CHANGED',
    `The suggestion for ${name} ${whatHappened} meanwhile. Please look at the new version.`,
  );
}
