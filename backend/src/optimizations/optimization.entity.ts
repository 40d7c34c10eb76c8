import { Column, Entity, JoinColumn, ManyToOne, OneToMany, VirtualColumn, type Relation } from 'typeorm';
import type { WebsiteText } from '../ai/ai.js';
import { Client } from '../clients/client.entity.js';
import { daysLeft, DUE_OPTIMIZATION } from '../clients/due.queries.js';
import type { Done } from '../reviews/done.js';
import { changedFields, EditRevision, type Edit } from '../history/edits.js';
import { conflict } from '../platform/http/errors.js';
import { OPTIMIZATION_FIELDS } from '../contract/optimization-fields.js';
import { namesOf } from '../contract/record-fields.js';
import { columnsOf } from '../platform/database/base-record.js';
import { SECTIONS, type OptimizationStatus, type Section } from '../contract/statuses.js';
import { OptimizationSection } from './optimization-section.entity.js';

/** The texts of the record: the business and its profile, as staff enter them. */
export const RECORD_FIELDS = namesOf(OPTIMIZATION_FIELDS);
type RecordField = keyof typeof OPTIMIZATION_FIELDS;
type RecordFields = Record<RecordField | 'clientId', string>;

/** The result of reading a website. */
export type WebsiteScan =
  | { state: 'read'; url: string; at: string; site: WebsiteText }
  | { state: 'failed'; url: string; at: string; note: string };

/** A better profile for a business: what it says now, and five sections that its client decides on. */
@Entity('gmb_optimizations')
export class Optimization extends columnsOf(OPTIMIZATION_FIELDS) {
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clientId' })
  client?: Relation<Client>;

  @OneToMany(() => OptimizationSection, ({ optimization }) => optimization)
  sections?: Relation<OptimizationSection[]>;

  /** 128 random bits, base64url: the holder may review. */
  @Column('text')
  publicLink!: string;

  @Column('text', { default: 'draft' })
  status!: OptimizationStatus;

  @Column('int', { default: 1 })
  currentStep!: number;

  @Column('jsonb', { nullable: true })
  websiteScan!: WebsiteScan | null;

  /** Revision of the record and its client; sections have their own versions. */
  @Column(() => EditRevision, { prefix: false })
  edits!: EditRevision;

  /** Visitors' changes of decisions are refused until then, after too many; `null` if that never happened. */
  @Column('timestamptz', { nullable: true })
  throttledUntil!: Date | null;

  /** Whether the public link is open to everybody who has it; its client's must be as well. */
  @Column('boolean', { default: true })
  openLink!: boolean;

  /** The day by which the client is to decide: `YYYY-MM-DD`. */
  @Column('date', { nullable: true })
  dueOn!: string | null;

  /** @see daysLeft */
  @VirtualColumn({ type: 'int', query: (alias) => `SELECT ${daysLeft(DUE_OPTIMIZATION, alias)}` })
  daysLeft!: number | null;

  /** When staff first copied or opened the public link. */
  @Column('timestamptz', { nullable: true })
  sharedAt!: Date | null;

  /** When a visitor first opened or decided on it; a trigger of the history sets it. */
  @Column('timestamptz', { nullable: true })
  openedAt!: Date | null;

  /** What a reviewer said at the end of this round; `null` before. */
  @Column('jsonb', { nullable: true })
  done!: Done | null;

  /** Whether nothing with a suggestion waits for a decision. */
  @Column('boolean', { default: false })
  isDecided!: boolean;

  /** The last entry of the history before the current round of decisions. */
  @Column('bigint', { default: '0' })
  roundStart!: string;

  /** Whether another round begins with the change that is saved next. */
  beginsRound = false;

  /**
   * Writes what staff record, and returns the changes of its texts, field by field. Its sections must be loaded.
   * @throws AppError 409 EDITED_MEANWHILE; OPTIMIZATION_SUBMITTED if another client is given once the wizard is done,
   * or there are suggestions for the client before
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
   * The wizard is done.
   * @returns whether anything changed; submitting again does not
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

  /** Derives status and step from the facts; its sections must be loaded. */
  recomputeStatus(): void {
    const sections = this.sections ?? [];
    const isApproved =
      sections.length === SECTIONS.length && sections.every(({ review }) => review.status === 'approved');
    // A draft is one until its wizard is submitted, whatever its client approves meanwhile.
    if (this.status !== 'draft') this.status = isApproved ? 'completed' : 'in_progress';
    const ready = sections.filter(({ suggestion }) => suggestion !== '');
    const left = ready.filter(({ review }) => review.status === 'pending').length;
    this.beginsRound = (this.isDecided && left > 0) || left > (this.done?.left ?? left);
    if (this.beginsRound) this.done = null;
    this.isDecided = ready.length > 0 && left === 0;
    this.currentStep = Math.max(this.currentStep, this.reachedStep());
  }

  /** Whether there is anything for its client to look at; its sections must be loaded. */
  get hasSuggestions(): boolean {
    return this.sections!.some(({ suggestion }) => suggestion !== '');
  }

  /** What was read of the website that is recorded now; `null` if it was not read. */
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
