import sharp, { type Sharp } from 'sharp';

const AI_PX = 1024;

// Nothing decoded is kept, and one picture takes one thread.
sharp.cache(false);
sharp.concurrency(1);

/** An upright picture as the AI gets it: a JPEG of at most 1024 px, without metadata, with white for transparent parts. */
export function aiPicture(picture: Sharp): Promise<Buffer> {
  return picture
    .resize(AI_PX, AI_PX, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();
}
