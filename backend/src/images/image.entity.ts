import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { changedFields, Edits, type Edit } from '../common/edits.js';
import { conflict } from '../common/errors.js';
import { CAPTION_FIELDS, type CaptionField, type ImageStatus } from '../contract/statuses.js';
import type { HistoryRecord } from '../history/history.entity.js';
import { Moment } from '../moments/moment.entity.js';
import { allows, TRANSITIONS, type Transition } from './transitions.js';

/** A reviewer's verdict on an image. */
export type Decision = { verdict: 'approve' } | { verdict: 'reject'; feedback: string };

/** What staff may write on an image. */
export type ImageTexts = Record<CaptionField | 'address', string>;

/** Who edits an image, and which revisions of its caption and its address they saw. */
export interface ImageEdit extends Pick<Edit, 'by'> {
  captionRevision?: number;
  addressRevision?: number;
}

/** A file as it lies in storage under `images/<fileId>`. */
export interface ImageFile {
  fileId: string;
  fileName: string;
  extension: string;
  width: number;
  height: number;
  takenAt: string | null;
}

/** What the client sees: changing it makes a new version and undoes an approval. */
const CLIENT_VISIBLE: readonly (keyof ImageTexts)[] = ['title', 'description'];

/** One photo of a moment, with its caption and the client's decision. */
@Entity('images')
export class Image {
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

  @Column('text', { default: '' })
  title!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text', { default: '' })
  exifKeywords!: string;

  @Column('text', { default: '' })
  geoAltDescription!: string;

  @Column('text', { default: '' })
  address!: string;

  @Column('text', { nullable: true })
  captionProvider!: string | null;

  @Column('text', { default: 'pending' })
  status!: ImageStatus;

  @Column('text', { default: '' })
  feedback!: string;

  /** Grows with each change of what the client sees. */
  @Column('int', { default: 1 })
  version!: number;

  /** Of the four texts of the caption, by staff and by the AI. */
  @Column(() => Edits, { prefix: 'caption' })
  captionEdits!: Edits;

  /** Apart from the caption's, because it is typed in a field of its own while captions are drafted. */
  @Column(() => Edits, { prefix: 'address' })
  addressEdits!: Edits;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /**
   * Takes the reviewer's decision on the version that the reviewer saw.
   * @returns whether anything changed; the same decision again does not
   * @throws AppError 409 IMAGE_CHANGED for an older version, IMAGE_NOT_PENDING when another decision stands
   */
  decide(decision: Decision, version: number = this.version): boolean {
    if (version !== this.version) {
      throw conflict('IMAGE_CHANGED', 'This image was changed after you opened it. Please look at the new version.');
    }
    const feedback = decision.verdict === 'reject' ? decision.feedback : '';
    if (this.status === TRANSITIONS[decision.verdict].to && this.feedback === feedback) return false;
    if (!allows(decision.verdict, this.status)) {
      throw conflict('IMAGE_NOT_PENDING', `Only a pending image can be decided; this one is already ${this.status}.`);
    }
    this.move(decision.verdict);
    this.feedback = feedback;
    return true;
  }

  /** Returns a rejected image to the client; the feedback stays in the history. */
  resubmit(): void {
    if (!allows('resubmit', this.status)) {
      throw conflict('IMAGE_NOT_REJECTED', `Only a rejected image can be resubmitted; this one is ${this.status}.`);
    }
    this.move('resubmit');
    this.feedback = '';
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
  edit(
    texts: Partial<ImageTexts>,
    { by, captionRevision, addressRevision }: ImageEdit,
  ): Record<string, { from: string; to: string }> {
    const changed = changedFields(this, texts);
    const has = (field: keyof ImageTexts): boolean => field in changed;
    if (CAPTION_FIELDS.some(has)) this.captionEdits.add('this caption', { by, revision: captionRevision });
    if (has('address')) this.addressEdits.add('the address of this image', { by, revision: addressRevision });
    const changes = Object.entries(changed).map(([field, to]) => [field, { from: this[field as CaptionField], to }]);
    Object.assign(this, changed);
    if (CLIENT_VISIBLE.some(has)) this.revise();
    return Object.fromEntries(changes);
  }

  /** Shows another picture in the same place, with the same caption. */
  replaceFile(file: ImageFile): void {
    Object.assign(this, file);
    this.revise();
  }

  private revise(): void {
    this.version += 1;
    if (allows('revise', this.status)) this.move('revise');
  }

  private move(transition: Transition): void {
    this.status = TRANSITIONS[transition].to;
  }
}
