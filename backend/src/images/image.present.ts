import type { ImageView, ReviewImageView } from '../contract/images.js';
import { findingsOf } from '../contract/findings.js';
import { IMAGE_TEXTS, SHOWN_TEXTS } from '../contract/image-fields.js';
import { pick } from '../contract/record-fields.js';
import { imageKeys, mediaUrl } from '../platform/storage/keys.js';
import { presentEarlier, earlierForReviewer } from './earlier-version.js';
import type { ImageRow, ReviewImageRow } from './images.queries.js';

/** The image, as its reviewer sees it: no keywords, no address, no file name. */
export function presentReviewImage(image: ReviewImageRow): ReviewImageView {
  const keys = imageKeys(image.fileId, image.extension);
  const earlier = earlierForReviewer(image);
  return {
    id: image.id,
    momentId: image.momentId,
    position: image.position,
    imageUrl: mediaUrl(keys.original),
    previewUrl: mediaUrl(keys.preview),
    thumbnailUrl: mediaUrl(keys.thumbnail),
    width: image.width,
    height: image.height,
    ...pick(image, SHOWN_TEXTS),
    status: image.status,
    feedback: image.feedback,
    reply: image.reply,
    version: image.version,
    earlier: earlier && presentEarlier(earlier),
  };
}

/** The image, as staff see it. */
export function presentImage(image: ImageRow): ImageView {
  return {
    ...presentReviewImage(image),
    fileName: image.fileName,
    ...pick(image, IMAGE_TEXTS),
    findings: findingsOf(image),
    captionProvider: image.captionProvider,
    decidedAt: image.status === 'pending' ? null : (image.decidedAt?.toISOString() ?? null),
    earlier: image.earlier && presentEarlier(image.earlier),
    captionOutdated: image.captionOutdated,
    captionByHand: image.captionByHand,
    captionRevision: image.captionEdits.revision,
    captionEditor: image.captionEdits.editor,
    addressRevision: image.addressEdits.revision,
    addressEditor: image.addressEdits.editor,
    createdAt: image.createdAt.toISOString(),
  };
}
