import { Revision } from './edits.js';
import { EntryId, OneOf, Reference, WholeNumber, YesNo } from './fields.js';
import { FINDING_KINDS, type FindingKind, type FindingView } from './findings.js';
import { Text } from './text-fields.js';
import { IMAGE_FIELDS, type ImageTexts, type ShownText } from './image-fields.js';
import { FEEDBACK_MAX, IMAGES_PER_MOMENT } from './limits.js';
import { bodyOf } from './record-body.js';
import type { ImageStatus } from './statuses.js';

/** Fields of `POST /api/upload` beside its files (multipart; the file field is `images`). */
export class UploadBody {
  @Reference({ required: true })
  momentId!: string;

  /** Place of the first file in the moment, from 0; the end of the moment when missing or taken. */
  @WholeNumber({ min: 0, max: IMAGES_PER_MOMENT - 1 })
  startPosition?: number;
}

/** Body of `PATCH /api/images/{id}`: the fields to change. The caption and the address are edited apart from each other. */
export class UpdateImageBody extends bodyOf(IMAGE_FIELDS) {
  @Revision()
  captionRevision?: number;

  @Revision()
  addressRevision?: number;
}

/** Body of `POST /api/images/{id}/restore`. */
export class RestoreImageBody {
  /** The entry of the history whose replaced texts are written again. */
  @EntryId()
  entryId!: string;

  @Revision()
  captionRevision?: number;

  @Revision()
  addressRevision?: number;
}

/** Body of `PUT /api/images/{id}/findings`. */
export class IgnoreFindingBody {
  @OneOf(FINDING_KINDS, { required: true })
  kind!: FindingKind;

  /** Whether the finding is ignored, until the picture is replaced, or shown as a warning again. */
  @YesNo()
  isIgnored!: boolean;
}

/** Body of `POST /api/images/{id}/approve`. */
export class ApproveImageBody {
  /** The version the reviewer saw: a decision about an older one is refused, one without a version is taken as it is. */
  @Revision()
  version?: number;
}

/** Body of `POST /api/images/{id}/decision/undo`. */
export class UndoImageDecisionBody {
  /** The version that was decided on; the current one if it is missing. */
  @Revision()
  version?: number;
}

/** Body of `POST /api/images/{id}/reject`. */
export class RejectImageBody extends ApproveImageBody {
  @Text({ max: FEEDBACK_MAX, required: true })
  feedback!: string;
}

/**
 * The fields of an image that both staff and reviewers see. Width and height are those of the upright original, in
 * pixels.
 */
export interface ReviewImageView extends Pick<ImageTexts, ShownText> {
  id: string;
  momentId: string;
  /** Order within the moment; ascending, not necessarily without gaps. */
  position: number;
  /** The original file. */
  imageUrl: string;
  /** At most 1600 px, WebP. */
  previewUrl: string;
  /** At most 480 px, WebP. */
  thumbnailUrl: string;
  width: number;
  height: number;
  status: ImageStatus;
  /** The client's reason for rejecting; `''` when there is none. */
  feedback: string;
  /** What staff answered to the last rejection; `''` for nothing. */
  reply: string;
  /** Grows with each change of what the client sees. */
  version: number;
  /**
   * What the client rejected before. For reviewers while the image is pending as something else than that, otherwise `null`;
   * for staff until an approval.
   */
  earlier: EarlierImageView | null;
}

/** An image as the client saw and rejected it. */
export interface EarlierImageView extends Pick<ImageTexts, ShownText> {
  /** At most 1600 px, WebP. The same address as the image's own when the picture is the same. */
  previewUrl: string;
  /** At most 480 px, WebP. */
  thumbnailUrl: string;
  width: number;
  height: number;
  /** Why the client rejected it. */
  feedback: string;
}

/** An image, as staff see it. */
export interface ImageView extends ReviewImageView, ImageTexts {
  /** When the decision was made that stands; `null` while there is none. */
  decidedAt: string | null;
  fileName: string;
  /** What was found about the picture at its upload, also what staff ignore. */
  findings: FindingView[];
  /** Who drafted the caption: `built-in`, or the model's name; `null` when there is none. */
  captionProvider: string | null;
  /** Whether the caption was written for a picture that has been replaced since, and neither edited nor written again. */
  captionOutdated: boolean;
  /** Whether staff wrote any of the caption since the AI wrote the whole of it. */
  captionByHand: boolean;
  /** Grows with each saved change of a text of the group `caption` (`IMAGE_FIELDS`), by staff or the AI. */
  captionRevision: number;
  /** Who made the last of these changes; `null` when that is not known. */
  captionEditor: string | null;
  /** Grows with each saved change of the address. */
  addressRevision: number;
  /** Who made the last of these changes; `null` when that is not known. */
  addressEditor: string | null;
  createdAt: string;
}
