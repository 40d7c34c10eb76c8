import sharp, { type Sharp } from 'sharp';

const AI_PX = 1024;

// No cache, because no picture is decoded twice; one thread per picture, because several are decoded at a time.
sharp.cache(false);
sharp.concurrency(1);

/** Converts an upright picture for the AI: a JPEG of at most 1024 px, without metadata, transparent parts white. */
export function aiPicture(picture: Sharp): Promise<Buffer> {
  return picture
    .resize(AI_PX, AI_PX, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();
}
