import { SHOWN_TEXTS, type ImageTexts, type ShownText } from '@gmb-moments/backend/contract/image-fields';
import { queryOptions } from '@tanstack/react-query';
import type {
  IgnoreFindingBody,
  ImageView,
  ReviewImageView,
  UpdateImageBody,
} from '@gmb-moments/backend/contract/images';
import { http } from '../lib/http';
import type { ItemStatus } from '@gmb-moments/backend/contract/statuses';

/** The images of a moment, sorted by position. */
export function imagesQuery(momentId: string) {
  return queryOptions<ImageView[]>({ queryKey: ['/api/moments', momentId, 'images'] });
}

/** The images with a new or changed one, sorted by position; the same list if it holds a newer version of it. */
export function withImage<Image extends ReviewImageView>(images: Image[], image: Image): Image[] {
  const known = images.find(({ id }) => id === image.id);
  if (known && known.version > image.version) return images;
  return [...withoutImage(images, image.id), image].sort((a, b) => a.position - b.position);
}

export function withoutImage<Image extends { id: string }>(images: Image[], id: string): Image[] {
  return images.filter((image) => image.id !== id);
}

/** URL of the largest file of an image that browsers can show: the original, or for HEIC the preview. */
export function largestUrl({ imageUrl, previewUrl }: ImageView): string {
  return imageUrl.endsWith('.heic') ? previewUrl : imageUrl;
}

/** The fields of an image that staff edit. */
export type ImageChanges = Partial<ImageTexts>;

/** Changes a caption or an address; refused with 409 if it was changed since the given revision. */
export function updateImage(
  id: string,
  changes: ImageChanges & Pick<UpdateImageBody, 'captionRevision' | 'addressRevision'>,
): Promise<ImageView> {
  return http.patch<ImageView>(`/api/images/${id}`, changes);
}

/**
 * Sets a rejected image back to pending.
 * @param reply a new answer to the client's feedback; `''` keeps the existing one
 */
export function resubmitImage(id: string, reply: string): Promise<ImageView> {
  return http.post<ImageView>(`/api/images/${id}/resubmit`, { reply });
}

/** Whether two versions look the same to the client: same picture, same shown texts. */
export function looksSame(one: ShownImage, other: ShownImage): boolean {
  return one.previewUrl === other.previewUrl && SHOWN_TEXTS.every((name) => one[name] === other[name]);
}

type ShownImage = Pick<ReviewImageView, 'previewUrl' | ShownText>;

/**
 * Whether a rejected image was neither changed nor answered since: resubmitting it would show the client nothing new.
 */
export function isUnanswered(image: ImageView): boolean {
  const { status, reply, earlier } = image;
  return status === 'rejected' && reply === '' && earlier !== null && looksSame(earlier, image);
}

/** Answers the client's feedback; `''` removes the answer. */
export function replyToImage(id: string, reply: string): Promise<ImageView> {
  return http.put(`/api/images/${id}/reply`, { reply });
}

/** Undoes a resubmission: the image is rejected again, with the client's feedback. */
export function undoResubmit(id: string): Promise<ImageView> {
  return http.post<ImageView>(`/api/images/${id}/resubmit/undo`);
}

/** Replaces the file of an image. */
export function replaceImage(
  id: string,
  file: File,
  options: { onProgress?: (sentBytes: number) => void } = {},
): Promise<ImageView> {
  const form = new FormData();
  form.append('image', file);
  return http.upload<ImageView>('POST', `/api/images/${id}/replace`, form, options);
}

/** Ignores a finding about an image, or stops ignoring it. */
export function ignoreFinding(id: string, body: IgnoreFindingBody): Promise<ImageView> {
  return http.put<ImageView>(`/api/images/${id}/findings`, body);
}

/** Sets the order of a moment's images; refused if the ids are not exactly those of its images. */
export function reorderImages(momentId: string, imageIds: string[]): Promise<ImageView[]> {
  return http.put<ImageView[]>(`/api/moments/${momentId}/order`, { imageIds });
}

/** Deletes an image with its files. */
export function deleteImage(id: string): Promise<void> {
  return http.delete(`/api/images/${id}`);
}

/** The files of one upload request. */
export interface UploadBatch {
  files: File[];
  /** Place of the first file among all files of the upload, from 0. */
  first: number;
  /** Sent with every attempt, so that the server stores a batch once even when its answer was lost. */
  idempotencyKey: string;
}

/** Sends one batch; rejects with an HttpError when the server refuses it or cannot be reached. */
export type SendBatch = (
  batch: UploadBatch,
  options: { onProgress: (sentBytes: number) => void; signal: AbortSignal },
) => Promise<ImageView[]>;

/** Uploads the first images of a new moment; each batch names its position, so batches may arrive in any order. */
export function sendToNewMoment(momentId: string): SendBatch {
  return (batch, options) =>
    send('/api/upload', batch, { ...options, fields: { momentId, startPosition: String(batch.first) } });
}

/** Appends images to an existing moment. */
export function sendToMoment(momentId: string): SendBatch {
  return (batch, options) => send(`/api/moments/${momentId}/add-images`, batch, options);
}

function send(
  path: string,
  { files, idempotencyKey }: UploadBatch,
  { fields = {}, ...options }: Parameters<SendBatch>[1] & { fields?: Record<string, string> },
): Promise<ImageView[]> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('images', file, file.name);
  return http.upload<ImageView[]>('POST', path, form, { ...options, headers: { 'Idempotency-Key': idempotencyKey } });
}

/** The statuses of an image, as staff read them. */
export const IMAGE_STATUS_LABELS: Record<ItemStatus, string> = {
  pending: 'Pending Approval',
  approved: 'Approved',
  rejected: 'Rejected',
};
