/** The names of stored files, defined here only. A folder is removed as a whole. */

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SERVED = new RegExp(
  `^(images/${UUID}/(original\\.(jpg|png|webp|avif|gif|heic)|preview\\.webp|thumbnail\\.webp)|logos/${UUID}/logo\\.webp)$`,
);
// Every segment starts with a letter or digit, so none is `..` or a hidden temporary file.
const WELL_FORMED = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  heic: 'image/heic',
};

/** Name of the picture for the AI in an image's folder; no column of the image names it. */
export const AI_PICTURE = 'ai.jpg';

/** Folder of an image's files. `fileId` is new for every stored file, also when an image is replaced. */
export function imageFolder(fileId: string): string {
  return `images/${fileId}`;
}

/** Folders of the files of images. */
export function imageFolders(files: { fileId: string }[]): string[] {
  return files.map(({ fileId }) => imageFolder(fileId));
}

/** Keys of an image's original and derivatives. */
export function imageKeys(fileId: string, extension: string) {
  const folder = imageFolder(fileId);
  return {
    original: `${folder}/original.${extension}`,
    preview: `${folder}/preview.webp`,
    thumbnail: `${folder}/thumbnail.webp`,
  };
}

/**
 * Key of the picture that the AI gets, made together with the derivatives. Backups leave it out: where it is missing, it is
 * made from the preview.
 */
export function aiPictureKey(fileId: string): string {
  return `${imageFolder(fileId)}/${AI_PICTURE}`;
}

/** Folder of a logo. */
export function logoFolder(fileId: string): string {
  return `logos/${fileId}`;
}

/** Key of a logo. */
export function logoKey(fileId: string): string {
  return `${logoFolder(fileId)}/logo.webp`;
}

/** Address of a stored file, relative to the site. */
export function mediaUrl(key: string): string {
  return `/media/${key}`;
}

/** Whether visitors may read this key. */
export function isServed(key: string): boolean {
  return SERVED.test(key);
}

/** Throws when a key or folder could lead out of the storage, which is a programming error: addresses are checked before. */
export function assertKey(key: string): void {
  if (!WELL_FORMED.test(key)) throw new Error(`not a storage key: ${key}`);
}

/** Media type of a stored file, by the ending of its key. */
export function contentType(key: string): string {
  return CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
