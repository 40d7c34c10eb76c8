import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';

const AI_PX = 1024;

// Nothing decoded is kept, and one picture takes one thread.
sharp.cache(false);
sharp.concurrency(1);

/** A stored preview as the AI gets it: an upright JPEG of at most 1024 px, without metadata, white where it was transparent. */
export async function aiPicture(source: string | Buffer | Readable): Promise<Buffer> {
  const isStream = typeof source !== 'string' && !Buffer.isBuffer(source);
  const picture = isStream ? sharp() : sharp(source);
  const jpeg = picture
    .autoOrient()
    .resize(AI_PX, AI_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 });
  const [result] = await Promise.all([jpeg.toBuffer(), isStream ? pipeline(source, picture) : null]);
  return result;
}
