import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { changedFields, EditRevision, requireCurrent, type Edit } from '../history/edits.js';
import { columnsOf } from '../platform/database/columns-of.js';
import { conflict } from '../platform/http/errors.js';
import type { UpdateImageBody } from '../contract/images.js';
import {
  CAPTION_FIELDS,
  IMAGE_FIELDS,
  IMAGE_LOCKS,
  SHOWN_TEXTS,
  type CaptionField,
  type ImageLock,
  type ImageTexts,
} from '../contract/image-fields.js';
import type { ImageStatus } from '../contract/statuses.js';
import type { HistoryRecord } from '../history/history.entity.js';
import type { Actor } from '../history/history.js';
import { decisionFinal, requireUndoable, type UndoableEntry } from '../history/undo.js';
import { Moment } from '../moments/moment.entity.js';
import { rejectedVersion, type EarlierVersion } from './earlier-version.js';
import { allows, TRANSITIONS, type Transition } from './transitions.js';

/** A reviewer's verdict on an image. */
export type Decision = { verdict: 'approve' } | { verdict: 'reject'; feedback: string };

/** Which revisions of an image's caption and its address an editor saw. */
type ImageRevisions = Pick<UpdateImageBody, `${ImageLock}Revision`>;

/** Who edits an image, and what they saw of it. */
export type ImageEdit = Pick<Edit, 'by'> & ImageRevisions;

/** A file as it lies in storage under `images/<fileId>`. */
export interface ImageFile {
  fileId: string;
  fileName: string;
  extension: string;
  width: number;
  height: number;
  takenAt: string | null;
  /** Size and SHA-256 of the original. */
  bytes: number;
  sha256: string;
}

/** One photo of a moment, with its caption and the client's decision. */
@Entity('images')
export class Image extends columnsOf(IMAGE_FIELDS) {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  momentId!: string;

  @ManyToOne(() => Moment, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'momentId' })
  moment?: Relation<Moment>;

  @Column('int')
  position!: number;

  @Column('uuid')
  fileId!: string;

  @Column('text')
  fileName!: string;

  @Column('text')
  extension!: string;

  @Column('int')
  width!: number;

  @Column('int')
  height!: number;

  /** Local time of the camera, `YYYY-MM-DDTHH:MM:SS`. */
  @Column('text', { nullable: true })
  takenAt!: string | null;

  /** Size and SHA-256 of the original; null for images of earlier versions. */
  @Column('int', { nullable: true })
  bytes!: number | null;

  @Column('text', { nullable: true })
  sha256!: string | null;

  @Column('text', { nullable: true })
  captionProvider!: string | null;

  /** Whether the caption was written for a picture that has been replaced since. */
  @Column('boolean', { default: false })
  captionOutdated!: boolean;

  /** Whether staff wrote any of the caption since the AI wrote the whole of it. */
  @Column('boolean', { default: false })
  captionByHand!: boolean;

  @Column('text', { default: 'pending' })
  status!: ImageStatus;

  @Column('text', { default: '' })
  feedback!: string;

  /** Grows with each change of what the client sees; decisions refer to it, edits to the revisions below. */
  @Column('int', { default: 1 })
  version!: number;

  /** When the last decision was made. */
  @Column('timestamptz', { nullable: true })
  decidedAt!: Date | null;

  /** What the client rejected last, until an approval. */
  @Column('jsonb', { nullable: true })
  earlier!: EarlierVersion | null;

  /** `earlier` as it was before the last decision, which can be taken back to; a trigger removes its picture later. */
  @Column('jsonb', { nullable: true })
  earlierBefore!: EarlierVersion | null;

  /** Of the texts of the caption, by staff and by the AI. */
  @Column(() => EditRevision, { prefix: 'caption' })
  captionEdits!: EditRevision;

  /** Apart from the caption's, because it is typed in a field of its own while captions are drafted. */
  @Column(() => EditRevision, { prefix: 'address' })
  addressEdits!: EditRevision;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /**
   * Stores a reviewer's decision on the version that the reviewer saw.
   * @returns whether anything changed; false if the same decision is already stored
   * @throws AppError 409 IMAGE_CHANGED for an older version, IMAGE_NOT_PENDING when another decision stands
   */
  decide(decision: Decision, version?: number): boolean {
    requireCurrent(version, this.version, () =>
      conflict('IMAGE_CHANGED', 'This image was changed after you opened it. Please look at the new version.'),
    );
    const feedback = decision.verdict === 'reject' ? decision.feedback : '';
    if (this.status === TRANSITIONS[decision.verdict].to && this.feedback === feedback) return false;
    if (!allows(decision.verdict, this.status)) {
      throw conflict('IMAGE_NOT_PENDING', `Only a pending image can be decided; this one is already ${this.status}.`);
    }
    this.move(decision.verdict);
    this.feedback = feedback;
    this.earlierBefore = this.earlier;
    this.earlier = decision.verdict === 'reject' ? rejectedVersion(this, feedback) : null;
    return true;
  }

  /**
   * Takes a decision back that the reviewer made on this version: the image is pending again, as a new version, and what
   * was rejected before that decision is the earlier version again.
   * @param last what happened to the image last
   * @returns whether anything changed; false if it is taken back already
   * @throws AppError 409 DECISION_FINAL
   */
  undoDecision(last: UndoableEntry, { by, version }: { by: Actor; version?: number }): boolean {
    const before = this.version - 1;
    if (last?.action === 'image.decision_undone' && (version ?? before) === before) return false;
    requireCurrent(version, this.version, decisionFinal);
    requireUndoable(last, by);
    this.move('undoDecision');
    this.feedback = '';
    this.earlier = this.earlierBefore;
    this.earlierBefore = null;
    this.version += 1;
    return true;
  }

  /** Returns a rejected image to the client; the feedback stays in the history. */
  resubmit(): void {
    if (!allows('resubmit', this.status)) {
      throw conflict('IMAGE_NOT_REJECTED', `Only a rejected image can be resubmitted; this one is ${this.status}.`);
    }
    this.move('resubmit');
    this.feedback = '';
    this.earlierBefore = null;
    this.version += 1;
  }

  /**
   * Undoes a resubmission: the image is rejected again, with the feedback it had.
   * @param last what happened to the image last
   * @throws AppError 409 IMAGE_NOT_RESUBMITTED when that is no resubmission
   */
  undoResubmit(last: Pick<HistoryRecord, 'action' | 'feedback'> | null): void {
    if (last?.action !== 'image.resubmitted' || !allows('undoResubmit', this.status)) {
      throw conflict(
        'IMAGE_NOT_RESUBMITTED',
        'Only a resubmission can be undone, and only while nothing else was done to the image since.',
      );
    }
    this.move('undoResubmit');
    this.feedback = last.feedback;
    this.version += 1;
  }

  /**
   * Writes texts and returns the changes, field by field; an approval falls when the client would see one.
   * @throws AppError 409 EDITED_MEANWHILE
   */
  edit(texts: Partial<ImageTexts>, { by, ...seen }: ImageEdit): Record<string, { from: string; to: string }> {
    const changed = changedFields(this, texts);
    const fields = Object.keys(changed) as (keyof ImageTexts)[];
    const locks = new Set(fields.map((field) => IMAGE_FIELDS[field].lock));
    for (const lock of locks)
      this[`${lock}Edits`].advance(IMAGE_LOCKS[lock], { by, revision: seen[`${lock}Revision`] });
    const changes = fields.map((field) => [field, { from: this[field], to: changed[field] }]);
    Object.assign(this, changed);
    if (by.kind === 'staff' && CAPTION_FIELDS.some((field) => fields.includes(field))) {
      this.captionOutdated = false;
      this.captionByHand = this.hasCaption();
    }
    if (SHOWN_TEXTS.some((field) => fields.includes(field))) this.revise();
    return Object.fromEntries(changes);
  }

  /**
   * Writes what was drafted of the caption; what staff changed meanwhile is not among it.
   * @param texts the fields to write; only all four of them make a caption that fits a replaced picture
   * @returns the changes, and whether there is anything to save
   */
  writeCaption(texts: Partial<Record<CaptionField, string>>, by: Actor) {
    const changes = this.edit(texts, { by });
    const isWhole = CAPTION_FIELDS.every((field) => field in texts);
    const isRenewed = isWhole && (this.captionOutdated || this.captionByHand);
    if (isRenewed) Object.assign(this, { captionOutdated: false, captionByHand: false });
    return { changes, isChanged: isRenewed || Object.keys(changes).length > 0 };
  }

  /** Shows another picture in the same place, with the same caption, which may no longer fit. */
  replaceFile(file: ImageFile): void {
    Object.assign(this, file);
    this.captionOutdated = this.hasCaption();
    this.revise();
  }

  private hasCaption(): boolean {
    return CAPTION_FIELDS.some((field) => this[field] !== '');
  }

  private revise(): void {
    this.version += 1;
    this.earlierBefore = null;
    if (allows('revise', this.status)) this.move('revise');
  }

  private move(transition: Transition): void {
    this.status = TRANSITIONS[transition].to;
  }
}
