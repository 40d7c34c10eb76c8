import type { CaptionInput } from '../ai/ai.js';
import type { ImageRow } from '../images/images.queries.js';
import type { CaptionSource } from './captions.queries.js';
import { aiPictureKey, imageKeys } from '../platform/storage/keys.js';
import { contentOf, type Storage } from '../platform/storage/storage.js';
import { ReasonedError } from '../runs/reason.js';

/**
 * All that a caption may be drawn from.
 * @param instruction what staff ask this caption for; empty for nothing in particular
 * @throws ReasonedError when the picture's file is missing
 */
export async function captionInput(
  storage: Storage,
  { image, client }: CaptionSource,
  instruction: string,
): Promise<CaptionInput> {
  const { fileName, width, height, takenAt, title, description, exifKeywords, geoAltDescription } = image;
  const caption = { title, description, exifKeywords, geoAltDescription };
  return {
    picture: { jpeg: await jpegOf(storage, image), fileName, width, height, takenAt },
    client,
    address: image.address,
    requested: instruction === '' ? null : { caption, instruction },
    rejected: image.status === 'rejected' ? { caption, feedback: image.feedback } : null,
  };
}

async function jpegOf(storage: Storage, { fileId, fileName, extension }: ImageRow): Promise<Buffer> {
  const stored = await storage.open(aiPictureKey(fileId));
  if (stored) return contentOf(stored);
  const preview = await storage.open(imageKeys(fileId, extension).preview);
  if (!preview) {
    const message = `The file of ${fileName} is missing in the storage; please replace the image.`;
    throw new ReasonedError(message, { code: 'NOTHING_TO_WRITE' });
  }
  // Loaded here, because an idle worker would hold 9 MB for what it needs only for images of earlier versions.
  const [{ default: sharp }, { aiPicture }] = await Promise.all([import('sharp'), import('../pictures/ai-picture.js')]);
  return aiPicture(sharp(await contentOf(preview)));
}
