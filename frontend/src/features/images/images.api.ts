import { queryOptions } from '@tanstack/react-query';
import type { ImageView, UpdateImageBody } from '@gmb-moments/backend/contract/images';
import { http } from '../../lib/http';
import type { SendBatch, UploadBatch } from './upload';

/** The images of a moment, in their order. */
export function imagesQuery(momentId: string) {
  return queryOptions({
    queryKey: ['/api/moments', momentId, 'images'] as const,
    queryFn: ({ signal }) => http.get<ImageView[]>(`/api/moments/${momentId}/images`, { signal }),
  });
}

/** The fields of an image that staff edit. */
export type ImageChanges = Partial<
  Pick<UpdateImageBody, 'title' | 'description' | 'exifKeywords' | 'geoAltDescription' | 'address'>
>;

/** Changes a caption or an address, as they were seen in a revision. */
export function updateImage(
  id: string,
  changes: ImageChanges & Pick<UpdateImageBody, 'captionRevision' | 'addressRevision'>,
): Promise<ImageView> {
  return http.patch<ImageView>(`/api/images/${id}`, changes);
}

/** Sets a rejected image back to pending. */
export function resubmitImage(id: string): Promise<ImageView> {
  return http.post<ImageView>(`/api/images/${id}/resubmit`);
}

/** Sets an image that was resubmitted back to rejected, with the client's feedback. */
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

/** Puts all images of a moment into this order; refused when these are not all of them any more. */
export function reorderImages(momentId: string, imageIds: string[]): Promise<ImageView[]> {
  return http.put<ImageView[]>(`/api/moments/${momentId}/order`, { imageIds });
}

/** Deletes an image with its files. */
export function deleteImage(id: string): Promise<void> {
  return http.delete(`/api/images/${id}`);
}

/** Sends the first images of a new moment, each batch to its own place. */
export function sendToNewMoment(momentId: string): SendBatch {
  return (batch, options) => {
    const form = new FormData();
    form.append('momentId', momentId);
    form.append('startPosition', String(batch.first));
    return send('/api/upload', withFiles(form, batch), { batch, ...options });
  };
}

/** Sends further images to the end of a moment. */
export function sendToMoment(momentId: string): SendBatch {
  return (batch, options) =>
    send(`/api/moments/${momentId}/add-images`, withFiles(new FormData(), batch), { batch, ...options });
}

function withFiles(form: FormData, batch: UploadBatch): FormData {
  for (const file of batch.files) form.append('images', file, file.name);
  return form;
}

function send(
  path: string,
  form: FormData,
  { batch, ...options }: { batch: UploadBatch } & Parameters<SendBatch>[1],
): Promise<ImageView[]> {
  return http.upload<ImageView[]>('POST', path, form, {
    ...options,
    headers: { 'Idempotency-Key': batch.idempotencyKey },
  });
}
