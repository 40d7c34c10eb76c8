import type { CaptionInput } from '../ai/ai.js';
import type { Client } from '../clients/client.entity.js';
import { pick } from '../contract/record-fields.js';
import type { ImageRow } from '../images/images.queries.js';
import { aiPictureKey, imageKeys } from '../platform/storage/keys.js';
import { contentOf, type Storage } from '../platform/storage/storage.js';
import { ReasonedError } from '../runs/reason.js';

/** An image to caption, as it was when its item was loaded, and its client. */
export interface CaptionSource {
  image: ImageRow;
  client: Client;
}

const CLIENT_FACTS = [
  'business',
  'description',
  'mediaDescription',
  'serviceAreas',
  'targetKeywords',
  'categories',
  'website',
  'address',
] as const;

/**
 * The AI's input for a caption: the picture, and texts about the client and the moment.
 * @param instruction what staff ask the AI for; `''` for nothing
 * @throws ReasonedError if the picture's file is missing
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
    client: pick(client, CLIENT_FACTS),
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
  // AI pictures are missing after a restore from a backup. Imported here, because the modules take 9 MB and are
  // rarely needed.
  const [{ default: sharp }, { aiPicture }] = await Promise.all([import('sharp'), import('../pictures/ai-picture.js')]);
  return aiPicture(sharp(await contentOf(preview)));
}
