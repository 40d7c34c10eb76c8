import { imageKeys, mediaUrl } from '../platform/storage/keys.js';

/** The file of the picture that stands for a moment in lists. */
export interface Cover {
  fileId: string;
  extension: string;
}

/** The cover of a moment as an expression: its first image that meets this condition; `NULL` if none does. */
export function coverOf(condition: string): string {
  return `(
    SELECT json_build_object('fileId', "fileId", 'extension', "extension") FROM images
    WHERE ${condition} ORDER BY "position" LIMIT 1
  )`;
}

/** Address of the picture's thumbnail. */
export function thumbnailUrl(cover: Cover | null): string | null {
  return cover && mediaUrl(imageKeys(cover.fileId, cover.extension).thumbnail);
}
