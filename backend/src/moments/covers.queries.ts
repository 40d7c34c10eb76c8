import { imageKeys, mediaUrl } from '../platform/storage/keys.js';

/** The image that lists show for a moment. */
export interface Cover {
  fileId: string;
  extension: string;
}

/** SQL expression: the first image that meets this condition, as a `Cover`; `NULL` if none does. */
export function coverSql(condition: string): string {
  return `(
    SELECT json_build_object('fileId', "fileId", 'extension', "extension") FROM images
    WHERE ${condition} ORDER BY "position" LIMIT 1
  )`;
}

/** URL of the cover's thumbnail; `null` without a cover. */
export function thumbnailUrl(cover: Cover | null): string | null {
  return cover && mediaUrl(imageKeys(cover.fileId, cover.extension).thumbnail);
}
