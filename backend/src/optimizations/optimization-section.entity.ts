import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { aiActor, type Actor } from '../access/actor.js';
import type { Item, RefusalReason } from '../reviews/decision.js';
import { AI_EDITOR } from '../contract/image-fields.js';
import { editorName, requireCurrent, type Edit } from '../history/edits.js';
import { conflict, type AppError } from '../platform/http/errors.js';
import { SECTION_NAMES, type ItemStatus, type Section } from '../contract/statuses.js';
import { SectionDecision } from './section-decision.js';

/**
 * A suggestion of the AI that reviewers do not see yet, with the fingerprint of the record that it was written
 * from.
 */
interface SectionDraft {
  suggestion: string;
  provider: string;
  writtenFrom: string;
}

/** The fields that tell whether staff or the client changed a section. */
export interface SectionState {
  version: number;
  approval: ItemStatus;
  feedback: string;
}

/** The version that staff published, in the profile or on the website. */
export interface Applied {
  version: number;
  /** ISO 8601. */
  at: string;
  by: string | null;
}

/** One section of an optimization: a suggested text, and the client's decision on it. */
@Entity('optimization_sections')
export class OptimizationSection implements Item {
  @PrimaryColumn('uuid')
  optimizationId!: string;

  /** For the foreign key only; never loaded. */
  @ManyToOne('Optimization', 'sections', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'optimizationId' })
  optimization?: object;

  @PrimaryColumn('text')
  section!: Section;

  /** Keywords, services and service areas are one per line; `''` until there is a suggestion. */
  @Column('text', { default: '' })
  suggestion!: string;

  /** Why the last generation could not write a suggestion, as a sentence for staff; `''` if there is one, or none was tried. */
  @Column('text', { default: '' })
  unwritten!: string;

  @Column(() => SectionDecision, { prefix: false })
  decision!: SectionDecision;

  /** Fingerprint of the record that the suggestion was written from; `null` when that is not known. */
  @Column('text', { nullable: true })
  writtenFrom!: string | null;

  /** What the AI wrote for a rejected section and reviewers do not see yet. */
  @Column('jsonb', { nullable: true })
  draft!: SectionDraft | null;

  /** Name of the last editor of the suggestion, for staff. */
  @Column('text', { nullable: true })
  editor!: string | null;

  /** The version that staff published last; `null` if they never did, or undid it. */
  @Column('jsonb', { nullable: true })
  applied!: Applied | null;

  /**
   * Stores a suggestion by the AI; reviewers have to decide again.
   * @param writtenFrom fingerprint of the record that it was written from
   */
  suggest(suggestion: string, { by, writtenFrom }: { by: Actor; writtenFrom: string }): { from: string; to: string } {
    const change = { from: this.suggestion, to: suggestion };
    this.suggestion = suggestion;
    this.unwritten = '';
    this.decision.startVersion('changeContent');
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
    requireCurrent(revision, this.decision.version, () => this.changedBy(` by ${this.editor ?? 'somebody else'}`));
    return this.suggest(suggestion, { by, writtenFrom });
  }

  get isApproved(): boolean {
    return this.decision.status === 'approved' && this.suggestion !== '';
  }

  /**
   * Records that staff published the approved text, in the profile or on the website.
   * @param version the published version; the current one by default
   * @returns whether anything changed
   * @throws AppError 409 SECTION_NOT_APPROVED, SECTION_CHANGED
   */
  apply(by: Actor, version = this.decision.version): boolean {
    if (version !== this.decision.version) throw this.refusal('changed');
    if (!this.isApproved)
      throw conflict(
        'SECTION_NOT_APPROVED',
        `${SECTION_NAMES[this.section]} is not approved, so it cannot be applied.`,
      );
    if (this.applied?.version === version) return false;
    this.applied = { version, at: new Date().toISOString(), by: by.name };
    return true;
  }

  /** The draft that waits to be resubmitted; `null` if there is none, or the section is no longer rejected. */
  get openDraft(): string | null {
    return this.decision.status === 'rejected' ? (this.draft?.suggestion ?? null) : null;
  }

  /**
   * Asks the reviewers again to decide: on the draft or, if there is none, on the same suggestion if the rejection was
   * answered.
   * @throws AppError 409 SECTION_NOT_REJECTED, NO_SUGGESTION if there is neither a draft nor an answer
   */
  resubmit() {
    this.decision.requireRejected(this);
    if (!this.draft) {
      if (this.decision.reply === '')
        throw conflict('NO_SUGGESTION', `There is no draft for ${SECTION_NAMES[this.section]}, and no answer.`);
      this.decision.startVersion('resubmit');
      return {};
    }
    const { suggestion, provider, writtenFrom } = this.draft;
    return { changes: { suggestion: this.suggest(suggestion, { by: aiActor(provider), writtenFrom }) } };
  }

  /** The suggestion that a reviewer rejected, if another one is pending now; otherwise `null`. */
  get revisedFrom(): string | null {
    const { status, earlier } = this.decision;
    return status === 'pending' && this.suggestion !== '' && this.suggestion !== earlier ? earlier : null;
  }

  /** Whether staff wrote its suggestion, or changed it since the AI wrote it. */
  get isByHand(): boolean {
    return this.suggestion !== '' && this.editor !== null && this.editor !== AI_EDITOR;
  }

  /**
   * Whether the suggestion was written from another record than this.
   * @param record fingerprint of the current record
   */
  isOutdated(record: string): boolean {
    return this.suggestion !== '' && this.writtenFrom !== null && this.writtenFrom !== record;
  }

  /** The current state, for a later comparison. */
  get state(): SectionState {
    const { version, status: approval, feedback } = this.decision;
    return { version, approval, feedback };
  }

  /** Whether suggestion and decision are the same as in `seen`. */
  isAsSeen(seen: SectionState): boolean {
    const { version, approval, feedback } = this.state;
    return version === seen.version && approval === seen.approval && feedback === seen.feedback;
  }

  snapshot(): string {
    if (this.suggestion !== '') return this.suggestion;
    throw conflict('NO_SUGGESTION', `There is no suggestion for ${SECTION_NAMES[this.section]} to decide on yet.`);
  }

  isChanged(): boolean {
    return this.suggestion !== this.decision.earlier;
  }

  refusal(why: RefusalReason): AppError {
    const name = SECTION_NAMES[this.section];
    if (why === 'notRejected')
      return conflict('SECTION_NOT_REJECTED', `${name} is not rejected, so it takes no draft.`);
    // Visitors do not learn who changed it. After a decision, a pending section is one that staff answered.
    const { status, feedback } = this.decision;
    if (why === 'changed' || status === 'pending') return this.changedBy('');
    const reason = feedback === '' ? '' : `, with the feedback “${feedback}”`;
    const decided = `Somebody else ${status} ${name} meanwhile${reason}`;
    return conflict('SECTION_DECIDED', `${decided}. Please look at that decision first; you can change it then.`);
  }

  private changedBy(editor: string): AppError {
    const what = `The suggestion for ${SECTION_NAMES[this.section]} was changed${editor} meanwhile`;
    return conflict('SECTION_CHANGED', `${what}. Please look at the new version.`);
  }
}
