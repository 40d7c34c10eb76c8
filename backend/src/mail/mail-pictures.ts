import { mailLogo, mailPhoto } from '../pictures/mail-picture.js';
import { imageKeys, logoKey } from '../platform/storage/keys.js';
import type { MailPicture } from '../platform/mail/mailer.js';
import { contentOf, type Storage } from '../platform/storage/storage.js';
import type { MailContent } from './mail-content.js';
import { CONTENT_PX } from './mail-html.js';

/** Twice the size at which they are shown on a wide screen. Stored thumbnails are no larger than 480 px. */
const LOGO_PIXELS = 72;
const PHOTO_PIXELS_MAX = 480;

/** The pictures of a mail; `null` for files that are gone. @throws StorageError while the storage is down */
export async function mailPictures(
  read: ReadPicture,
  { brand, photos }: MailContent,
): Promise<{ logo: MailPicture | null; photos: (MailPicture | null)[] }> {
  const logo = brand.logoFileId ? await read(logoKey(brand.logoFileId)) : null;
  const size = photoSize(photos ? photos.shown.length + (photos.more > 0 ? 1 : 0) : 1);
  const shown = await Promise.all(
    (photos?.shown ?? []).map(async ({ fileId }, index) => {
      const webp = await read(imageKeys(fileId, 'jpg').thumbnail);
      return webp && picture(`photo-${index + 1}`, 'jpg', await mailPhoto(webp, size));
    }),
  );
  return { logo: logo && picture('logo', 'png', await mailLogo(logo, LOGO_PIXELS)), photos: shown };
}

/** Squares in a line of three and more, 4:3 for two, 3:2 for one. */
function photoSize(columns: number): { width: number; height: number } {
  const width = Math.min(PHOTO_PIXELS_MAX, Math.round((CONTENT_PX / columns) * 2));
  if (columns > 2) return { width, height: width };
  return { width, height: Math.round(columns === 2 ? (width * 3) / 4 : (width * 2) / 3) };
}

function picture(name: string, ending: 'jpg' | 'png', content: Buffer): MailPicture {
  const contentType = ending === 'jpg' ? 'image/jpeg' : 'image/png';
  return { cid: `${name}@mail`, fileName: `${name}.${ending}`, contentType, content };
}

/** Reads a stored picture; `null` if there is none. */
export type ReadPicture = (key: string) => Promise<Buffer | null>;

export function readFrom(storage: Storage): ReadPicture {
  return async (key) => {
    const file = await storage.open(key);
    return file && contentOf(file);
  };
}
