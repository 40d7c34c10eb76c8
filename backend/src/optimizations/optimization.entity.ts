import { ChildEntity, Column, OneToMany, VirtualColumn, type Relation } from 'typeorm';
import type { WebsiteText } from '../ai/ai.js';
import { daysLeftSql } from '../reviews/due.queries.js';
import { Review } from '../reviews/review.entity.js';
import { changedFields, EditRevision, type Edit } from '../history/edits.js';
import { conflict } from '../platform/http/errors.js';
import { OPTIMIZATION_FIELDS } from '../contract/optimization-fields.js';
import { namesOf, type ValuesOf } from '../contract/record-fields.js';
import { FieldColumns } from '../platform/database/base-record.js';
import { SECTIONS, type OptimizationStatus, type Section } from '../contract/statuses.js';
import { OptimizationSection } from './optimization-section.entity.js';

/** The texts of the record: the business and its profile, as staff enter them. */
export const RECORD_FIELDS = namesOf(OPTIMIZATION_FIELDS);
type RecordField = keyof typeof OPTIMIZATION_FIELDS;
type RecordFields = Record<RecordField | 'clientId', string>;

// The business's name is the title of the review.
const { businessName: _title, ...DETAILS } = OPTIMIZATION_FIELDS;
/** The columns of these texts. */
export const RECORD_COLUMNS = ['title', ...namesOf(DETAILS)] as const;

/** The result of reading a website. */
export type WebsiteScan =
  | { state: 'read'; url: string; at: string; site: WebsiteText }
  | { state: 'failed'; url: string; at: string; note: string };

/**
 * The improvement of a Google Business Profile: its current texts, and suggestions for five sections that the client
 * decides on.
 */
@ChildEntity('optimization')
@FieldColumns(DETAILS)
export class Optimization extends (Review as unknown as new () => Review & ValuesOf<typeof DETAILS>) {
  static readonly scopedBy = Review.scopedBy;

  declare status: OptimizationStatus;

  @OneToMany(() => OptimizationSection, ({ optimization }) => optimization)
  sections?: Relation<OptimizationSection[]>;

  /** Token of the open link: 128 random bits, base64url. */
  @Column('text')
  publicLink!: string;

  @Column('int', { default: 1 })
  currentStep!: number;

  @Column('jsonb', { nullable: true })
  websiteScan!: WebsiteScan | null;

  /** Revision of the record and its client; sections have versions. */
  @Column(() => EditRevision, { prefix: false })
  edits!: EditRevision;

  /** Visitors' changes of decisions are refused until then, after too many; `null` if that never happened. */
  @Column('timestamptz', { nullable: true })
  throttledUntil!: Date | null;

  /** @see daysLeftSql */
  @VirtualColumn({ type: 'int', query: (alias) => `SELECT ${daysLeftSql('optimization', alias)}` })
  daysLeft!: number | null;

  /** Set while the entity is changed: saving it begins a new round. Not stored. */
  beginsRound = false;

  get businessName(): string {
    return this.title;
  }

  set businessName(name: string) {
    this.title = name;
  }

  /**
   * Writes texts of the record, and returns the changes by field. The sections must be loaded.
   * @throws AppError 409 EDITED_MEANWHILE; OPTIMIZATION_SUBMITTED if the client is changed after the wizard was
   * submitted, or while there are suggestions
   */
  edit(body: Partial<RecordFields>, edit: Edit): Record<string, { from: string; to: string }> {
    const names = ['clientId', ...RECORD_FIELDS] as const;
    const fields: Partial<RecordFields> = Object.fromEntries(names.map((field) => [field, body[field]]));
    const { clientId, ...texts } = changedFields(this, fields);
    const changes = Object.entries(texts).map(([field, to]) => [field, { from: this[field as RecordField], to }]);
    if (clientId === undefined && changes.length === 0) return {};
    this.edits.advance('the details of this business', edit);
    if (clientId !== undefined) this.assign(clientId);
    Object.assign(this, texts);
    return Object.fromEntries(changes);
  }

  /**
   * Submits the wizard.
   * @returns whether anything changed; false if it was submitted before
   * @throws AppError 409 OPTIMIZATION_COMPLETED
   */
  submit(): boolean {
    if (this.status === 'completed') {
      throw conflict(
        'OPTIMIZATION_COMPLETED',
        'A completed optimization cannot be submitted again; it returns to its client when one of its sections changes.',
      );
    }
    if (this.status === 'in_progress') return false;
    this.status = 'in_progress';
    return true;
  }

  /** Derives status and step from texts and sections. The sections must be loaded. */
  recomputeStatus(): void {
    const sections = this.sections ?? [];
    const isApproved =
      sections.length === SECTIONS.length && sections.every(({ decision }) => decision.status === 'approved');
    // A draft stays one until its wizard is submitted, even if reviewers have approved sections.
    if (this.status !== 'draft') this.status = isApproved ? 'completed' : 'in_progress';
    const ready = sections.filter(({ suggestion }) => suggestion !== '');
    const left = ready.filter(({ decision }) => decision.status === 'pending').length;
    this.beginsRound = (this.isDecided && left > 0) || left > (this.done?.left ?? left);
    if (this.beginsRound) this.done = null;
    this.isDecided = ready.length > 0 && left === 0;
    this.currentStep = Math.max(this.currentStep, this.reachedStep());
  }

  /** Whether any section has a suggestion. The sections must be loaded. */
  get hasSuggestions(): boolean {
    return this.sections!.some(({ suggestion }) => suggestion !== '');
  }

  /** The text that was read from the current website; `null` if it was not read. */
  get scannedSite(): WebsiteText | null {
    return this.websiteScan?.state === 'read' && this.websiteScan.url === this.website ? this.websiteScan.site : null;
  }

  /** One of its sections, which must be loaded. */
  section(name: Section): OptimizationSection {
    return this.sections!.find(({ section }) => section === name)!;
  }

  private assign(clientId: string): void {
    const another = 'can be given to another client; this one';
    if (this.status !== 'draft') {
      throw conflict('OPTIMIZATION_SUBMITTED', `Only a draft ${another} was submitted.`);
    }
    if (this.hasSuggestions) {
      throw conflict('OPTIMIZATION_SUBMITTED', `Only a draft without suggestions ${another} has some.`);
    }
    this.clientId = clientId;
  }

  private reachedStep(): number {
    const sections = this.sections ?? [];
    if (sections.every(({ suggestion }) => suggestion !== '')) return 5;
    if (this.section('keywords').suggestion !== '') return 4;
    if (this.status !== 'draft') return 3;
    return this.website === '' || this.scannedSite ? 2 : 1;
  }
}
