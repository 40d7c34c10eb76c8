import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { LastChange } from '../reviews/last-change.js';
import type { RefusalReason, Item } from '../reviews/decision.js';
import { changedFields, EditRevision, type Edit } from '../history/edits.js';
import { columnsOf } from '../platform/database/base-record.js';
import { conflict, type AppError } from '../platform/http/errors.js';
import { findingsOf, type FindingKind, type PictureChecks } from '../contract/findings.js';
import type { IgnoreFindingBody, UpdateImageBody } from '../contract/images.js';
import {
  CAPTION_FIELDS,
  IMAGE_FIELDS,
  EDIT_GROUPS,
  isCaptionBlank,
  SHOWN_TEXTS,
  type CaptionField,
  type EditGroup,
  type ImageTexts,
} from '../contract/image-fields.js';
import type { ItemStatus } from '../contract/statuses.js';
import { Moment } from '../moments/moment.entity.js';
import { earlierIfChanged, toEarlierVersion, type EarlierVersion, type ImageFile } from './earlier-version.js';
import { ImageDecision } from './image-decision.js';

/** The revisions of an image's caption and address that an editor saw. */
type ImageRevisions = Pick<UpdateImageBody, `${EditGroup}Revision`>;

/** Who edits an image, and the revisions that they saw. */
export type ImageEdit = Pick<Edit, 'by'> & ImageRevisions;

/** One photo of a moment, with its caption and the client's decision. */
@Entity('images')
export class Image extends columnsOf(IMAGE_FIELDS) implements Item {
  static readonly scopedBy = ['momentId', 'review'] as const;

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

  /** Size and SHA-256 of the original; null for images of earlier versions of the product. */
  @Column('int', { nullable: true })
  bytes!: number | null;

  @Column('text', { nullable: true })
  sha256!: string | null;

  /** Measurements of the pixels; null for images of earlier versions of the product. */
  @Column('jsonb', { nullable: true })
  checks!: PictureChecks | null;

  @Column('bit', { nullable: true })
  perceptualHash!: string | null;

  /** The photo of the same client that this one is a copy of. Only `markDuplicates` writes it. */
  @Column({ type: 'uuid', nullable: true, insert: false, update: false })
  duplicateId!: string | null;

  @Column({ type: 'uuid', nullable: true, insert: false, update: false })
  duplicateMomentId!: string | null;

  /** Findings that staff ignore for this file. */
  @Column('text', { array: true, default: [] })
  ignoredFindings!: FindingKind[];

  @Column('text', { nullable: true })
  captionProvider!: string | null;

  /** Whether the caption was written for a picture that has been replaced since. */
  @Column('boolean', { default: false })
  captionOutdated!: boolean;

  /** Whether staff wrote any of the caption since the AI wrote the whole of it. */
  @Column('boolean', { default: false })
  captionByHand!: boolean;

  @Column(() => ImageDecision, { prefix: false })
  decision!: ImageDecision;

  /** The version that was delivered last; `null` before. */
  @Column('int', { nullable: true })
  deliveredVersion!: number | null;

  /** When `deliveredVersion` was delivered; `null` also if an earlier version of the product delivered it. */
  @Column('timestamptz', { nullable: true })
  deliveredAt!: Date | null;

  /** When the last decision was made. */
  @Column('timestamptz', { nullable: true })
  decidedAt!: Date | null;

  /** Revision of the caption's texts, which staff and the AI edit. */
  @Column(() => EditRevision, { prefix: 'caption' })
  captionEdits!: EditRevision;

  /** Revision of the address. Separate, because staff edit the address while captions are drafted. */
  @Column(() => EditRevision, { prefix: 'address' })
  addressEdits!: EditRevision;

  get status(): ItemStatus {
    return this.decision.status;
  }

  get feedback(): string {
    return this.decision.feedback;
  }

  get reply(): string {
    return this.decision.reply;
  }

  get version(): number {
    return this.decision.version;
  }

  get earlier(): EarlierVersion | null {
    return this.decision.earlier;
  }

  snapshot(feedback: string): EarlierVersion {
    return toEarlierVersion(this, feedback);
  }

  isChanged(): boolean {
    return this.earlier === null || earlierIfChanged(this) !== null;
  }

  refusal(why: RefusalReason): AppError {
    if (why === 'changed')
      return conflict('IMAGE_CHANGED', 'This image was changed after you opened it. Please look at the new version.');
    if (why === 'decided')
      return conflict('IMAGE_NOT_PENDING', `Only a pending image can be decided; this one is already ${this.status}.`);
    return conflict('IMAGE_NOT_REJECTED', `Only a rejected image can be resubmitted; this one is ${this.status}.`);
  }

  /**
   * Makes a rejected image pending again; the feedback stays in the history only.
   * @throws AppError 409 IMAGE_NOT_REJECTED
   */
  resubmit(): { feedback: string } {
    this.decision.requireRejected(this);
    const { feedback } = this;
    this.decision.startVersion('resubmit');
    this.decision.feedback = '';
    return { feedback };
  }

  /**
   * Undoes a resubmission: the image is rejected again, with its former feedback.
   * @param last the last change of the image
   * @throws AppError 409 IMAGE_NOT_RESUBMITTED unless that is a resubmission
   */
  undoResubmit(last: LastChange): void {
    if (last?.action !== 'image.resubmitted' || !this.decision.allows('undoResubmit')) {
      throw conflict(
        'IMAGE_NOT_RESUBMITTED',
        'Only a resubmission can be undone, and only while nothing else was done to the image since.',
      );
    }
    this.decision.startVersion('undoResubmit');
    this.decision.feedback = last.feedback;
  }

  /**
   * Writes texts and returns the changes by field. A change that reviewers see makes an approved image pending.
   * @throws AppError 409 EDITED_MEANWHILE
   */
  edit(texts: Partial<ImageTexts>, { by, ...seen }: ImageEdit): Record<string, { from: string; to: string }> {
    const changed = changedFields(this, texts);
    const fields = Object.keys(changed) as (keyof ImageTexts)[];
    const groups = new Set(fields.map((field) => IMAGE_FIELDS[field].group));
    for (const group of groups)
      this[`${group}Edits`].advance(EDIT_GROUPS[group], { by, revision: seen[`${group}Revision`] });
    const changes = fields.map((field) => [field, { from: this[field], to: changed[field] }]);
    Object.assign(this, changed);
    if (by.kind === 'staff' && CAPTION_FIELDS.some((field) => fields.includes(field))) {
      this.captionOutdated = false;
      this.captionByHand = !isCaptionBlank(this);
    }
    if (SHOWN_TEXTS.some((field) => fields.includes(field))) this.decision.startVersion('changeContent');
    return Object.fromEntries(changes);
  }

  /**
   * Writes the AI's draft of the caption.
   * @param texts the fields to write, without those that staff changed meanwhile; only a draft of all four fits a
   * replaced picture
   * @returns the changes, and whether there is anything to save
   */
  writeCaption(texts: Partial<Record<CaptionField, string>>, by: Actor) {
    const changes = this.edit(texts, { by });
    const isWhole = CAPTION_FIELDS.every((field) => field in texts);
    const isRenewed = isWhole && (this.captionOutdated || this.captionByHand);
    if (isRenewed) Object.assign(this, { captionOutdated: false, captionByHand: false });
    return { changes, isChanged: isRenewed || Object.keys(changes).length > 0 };
  }

  /** Replaces the picture. The caption stays, and is marked as outdated. */
  replaceFile(file: ImageFile): void {
    Object.assign(this, file, { ignoredFindings: [] });
    this.captionOutdated = !isCaptionBlank(this);
    this.decision.startVersion('changeContent');
  }

  /** Ignores a finding, or stops ignoring it. @returns whether anything changed */
  setIgnored({ kind, isIgnored }: IgnoreFindingBody): boolean {
    const isFound = findingsOf(this).some((finding) => finding.kind === kind);
    if (!isFound || this.ignoredFindings.includes(kind) === isIgnored) return false;
    const others = this.ignoredFindings.filter((ignored) => ignored !== kind);
    this.ignoredFindings = isIgnored ? [...others, kind] : others;
    return true;
  }
}

/** The item of entries of the history about an image. */
export function historyItemOf({ id, fileName }: Pick<Image, 'id' | 'fileName'>): { id: string; name: string } {
  return { id, name: fileName };
}
