import { mailLogo, mailPhoto } from '../pictures/mail-picture.js';
import { imageKeys, logoKey } from '../platform/storage/keys.js';
import type { MailPicture } from '../platform/mail/mailer.js';
import { contentOf, type Storage } from '../platform/storage/storage.js';
import type { MailContent } from './mail-content.js';
import { CONTENT_PX } from './mail-html.js';

/** Pixels of pictures: twice their CSS size. Stored thumbnails have at most 480 px. */
const LOGO_PIXELS = 72;
const PHOTO_PIXELS_MAX = 480;

/**
 * Reads the pictures of a mail; `null` for files that were deleted.
 * @throws StorageError if the storage is unavailable
 */
export async function readMailPictures(
  read: ReadPicture,
  { brand, photos }: MailContent,
): Promise<{ logo: MailPicture | null; photos: (MailPicture | null)[] }> {
  const logo = brand.logoFileId ? await read(logoKey(brand.logoFileId)) : null;
  const size = photoSize(photos ? photos.shown.length + (photos.more > 0 ? 1 : 0) : 1);
  const shown = await Promise.all(
    (photos?.shown ?? []).map(async ({ fileId }, index) => {
      const webp = await read(imageKeys(fileId, 'jpg').thumbnail);
      return webp && toMailPicture(`photo-${index + 1}`, 'jpg', await mailPhoto(webp, size));
    }),
  );
  return { logo: logo && toMailPicture('logo', 'png', await mailLogo(logo, LOGO_PIXELS)), photos: shown };
}

/** Size of each photo in a row: square for three or more, 4:3 for two, 3:2 for one. */
function photoSize(columns: number): { width: number; height: number } {
  const width = Math.min(PHOTO_PIXELS_MAX, Math.round((CONTENT_PX / columns) * 2));
  if (columns > 2) return { width, height: width };
  return { width, height: Math.round(columns === 2 ? (width * 3) / 4 : (width * 2) / 3) };
}

function toMailPicture(name: string, ending: 'jpg' | 'png', content: Buffer): MailPicture {
  const contentType = ending === 'jpg' ? 'image/jpeg' : 'image/png';
  return { cid: `${name}@mail`, fileName: `${name}.${ending}`, contentType, content };
}

/** Reads a stored picture; `null` if there is none. */
export type ReadPicture = (key: string) => Promise<Buffer | null>;

export function pictureReader(storage: Storage): ReadPicture {
  return async (key) => {
    const file = await storage.open(key);
    return file && contentOf(file);
  };
}
