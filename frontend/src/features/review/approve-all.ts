import { HttpError } from '../../lib/http';
import { approveImage, type SeenImage } from './review.api';

/** Requests under way at the same time: quick on a phone's slow line, gentle to the server. */
const AT_ONCE = 4;

export interface Tally {
  total: number;
  approved: number;
  failed: number;
}

/** Approves image by image; one that is refused does not stop the others. Tells after each how many are done. */
export async function approveEach(images: SeenImage[], onProgress: (done: number) => void): Promise<Tally> {
  const queue = [...images];
  const tally: Tally = { total: images.length, approved: 0, failed: 0 };
  const work = async () => {
    for (let image = queue.shift(); image; image = queue.shift()) {
      if (await approved(image)) tally.approved += 1;
      else tally.failed += 1;
      onProgress(tally.approved + tally.failed);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, work));
  return tally;
}

async function approved(image: SeenImage): Promise<boolean> {
  try {
    await approveImage(image);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}
