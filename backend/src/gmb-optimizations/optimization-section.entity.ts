import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { editorName, type Edit } from '../common/edits.js';
import { conflict } from '../common/errors.js';
import type { Actor } from '../history/history.service.js';
import { SECTION_NAMES, type Approval, type Section } from '../contract/statuses.js';
import { Optimization } from './optimization.entity.js';
import { TRANSITIONS } from './transitions.js';

/** A reviewer's verdict on a section. */
export type SectionDecision = { verdict: 'approve' } | { verdict: 'reject'; feedback: string };

/** The state of a section that a reviewer looked at; what is missing counts as the current one. */
export interface SeenSection {
  version?: number;
  revision?: number;
}

/** What tells whether staff or the client changed a section. */
export type SectionState = Pick<OptimizationSection, 'version' | 'approval' | 'feedback'>;

/** One section of an optimization: what is suggested for it, and what the client said. */
@Entity('optimization_sections')
export class OptimizationSection {
  @PrimaryColumn('uuid')
  optimizationId!: string;

  @ManyToOne(() => Optimization, ({ sections }) => sections, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'optimizationId' })
  optimization?: Relation<Optimization>;

  @PrimaryColumn('text')
  section!: Section;

  /** Keywords, services and service areas are one per line; `''` until there is a suggestion. */
  @Column('text', { default: '' })
  suggestion!: string;

  @Column('text', { default: 'pending' })
  approval!: Approval;

  /** What the client said last; it stays while a new suggestion is written for it. */
  @Column('text', { default: '' })
  feedback!: string;

  /** Grows with each change of the suggestion. */
  @Column('int', { default: 1 })
  version!: number;

  /** Grows with each decision. */
  @Column('int', { default: 1 })
  decisionRevision!: number;

  /** Fingerprint of the record that the suggestion was written from; `null` when that is not known. */
  @Column('text', { nullable: true })
  writtenFrom!: string | null;

  /** Who changed the suggestion last, as staff are told. */
  @Column('text', { nullable: true })
  editor!: string | null;

  /**
   * Takes the reviewer's decision on the state that the reviewer saw.
   * @returns whether anything changed; the same decision again does not
   * @throws AppError 409 SECTION_CHANGED for an older version, SECTION_DECIDED where another decision was made since,
   * NO_SUGGESTION while there is nothing to decide on
   */
  decide(decision: SectionDecision, seen: SeenSection): boolean {
    this.requireVersion(seen.version ?? this.version, 'was changed');
    if (this.suggestion === '') {
      throw conflict('NO_SUGGESTION', `There is no suggestion for ${SECTION_NAMES[this.section]} to decide on yet.`);
    }
    const feedback = decision.verdict === 'reject' ? decision.feedback : '';
    const to = TRANSITIONS[decision.verdict];
    if (this.approval === to && this.feedback === feedback) return false;
    this.requireDecisionRevision(seen.revision ?? this.decisionRevision);
    this.approval = to;
    this.feedback = feedback;
    this.decisionRevision += 1;
    return true;
  }

  /** Takes what the AI suggests from a record, which the client is to decide on anew. */
  suggest(suggestion: string, { by, writtenFrom }: { by: Actor; writtenFrom: string }): { from: string; to: string } {
    const change = { from: this.suggestion, to: suggestion };
    this.suggestion = suggestion;
    this.approval = TRANSITIONS.revise;
    this.version += 1;
    this.writtenFrom = writtenFrom;
    this.editor = editorName(by);
    return change;
  }

  /**
   * Takes what staff wrote on the version that they saw, with the record before them.
   * @returns what changed; `null` when the text is the same
   * @throws AppError 409 SECTION_CHANGED
   */
  edit(
    suggestion: string,
    { by, revision = this.version, writtenFrom }: Edit & { writtenFrom: string },
  ): { from: string; to: string } | null {
    if (suggestion === this.suggestion) return null;
    this.requireVersion(revision, `was changed by ${this.editor ?? 'somebody else'}`);
    return this.suggest(suggestion, { by, writtenFrom });
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

  // Visitors are not told by whom.
  private requireVersion(version: number, whatHappened: string): void {
    if (version !== this.version) throw sectionChanged(this.section, whatHappened);
  }

  private requireDecisionRevision(revision: number): void {
    if (revision === this.decisionRevision) return;
    // Staff answered that decision with another suggestion.
    if (this.approval === 'pending') throw sectionChanged(this.section, 'was changed');
    const reason = this.feedback === '' ? '' : `, with the feedback “${this.feedback}”`;
    const decided = `Somebody else ${this.approval} ${SECTION_NAMES[this.section]} meanwhile${reason}`;
    throw conflict('SECTION_DECIDED', `${decided}. Please look at that decision first; you can change it then.`);
  }
}

function sectionChanged(section: Section, whatHappened: string) {
  const name = SECTION_NAMES[section];
  return conflict(
    'SECTION_CHANGED',
    `The suggestion for ${name} ${whatHappened} meanwhile. Please look at the new version.`,
  );
}
