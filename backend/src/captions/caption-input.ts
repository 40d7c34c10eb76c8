import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { EntityManager } from 'typeorm';
import { AiError, type CaptionInput } from '../ai/ai.js';
import { prepared } from '../database/prepared.js';
import type { Image } from '../images/image.entity.js';
import { IMAGE_COLUMNS, imageFrom, type ImageRecord } from '../images/image-rows.js';
import { aiPicture } from '../images/ai-picture.js';
import { aiPictureKey, imageKeys } from '../storage/keys.js';
import type { Storage } from '../storage/storage.js';

/** An image to be captioned, as it stands now, and whose it is. */
export interface Subject {
  image: Image;
  client: CaptionInput['client'];
}

const SUBJECT = prepared(
  'subject of caption',
  `SELECT ${IMAGE_COLUMNS}, (
    SELECT to_json(facts) FROM (
      SELECT "business", "description", "mediaDescription", "serviceAreas", "targetKeywords", "categories", "website", "address"
      FROM clients WHERE "id" = (SELECT "clientId" FROM moments WHERE "id" = images."momentId")
    ) facts
  ) AS "client" FROM images WHERE "id" = $1`,
);

/** Loads an image of a run; `null` when it is gone. */
export async function loadSubject(manager: EntityManager, imageId: string): Promise<Subject | null> {
  const [row] = await manager.query<(ImageRecord & Pick<Subject, 'client'>)[]>(SUBJECT, [imageId]);
  if (!row) return null;
  const { client, ...record } = row;
  return { image: imageFrom(record), client };
}

/**
 * All that a caption may be drawn from.
 * @throws AiError when the picture's file is missing
 */
export async function captionInput(storage: Storage, { image, client }: Subject): Promise<CaptionInput> {
  const { fileName, width, height, takenAt, title, description, exifKeywords, geoAltDescription } = image;
  const caption = { title, description, exifKeywords, geoAltDescription };
  return {
    picture: { jpeg: await jpegOf(storage, image), fileName, width, height, takenAt },
    client,
    address: image.address,
    rejected: image.status === 'rejected' ? { caption, feedback: image.feedback } : null,
  };
}

async function jpegOf(storage: Storage, { fileId, fileName, extension }: Image): Promise<Buffer> {
  const made = await storage.open(aiPictureKey(fileId));
  if (made) return buffer(made.stream);
  const preview = await storage.open(imageKeys(fileId, extension).preview);
  if (!preview) {
    const message = `The file of ${fileName} is missing in the storage; please replace the image.`;
    throw new AiError(message, { code: 'NOTHING_TO_WRITE' });
  }
  return aiPicture(sharp(await buffer(preview.stream)));
}
