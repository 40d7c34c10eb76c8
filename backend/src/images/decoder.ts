import { decodeLogo, decodePicture, readHeader } from './decode-picture.js';
import type { Answer, Job } from './decoder-process.js';
import { NotWritten, OutOfMemory, PictureRefused } from './picture-errors.js';

/** A process that decodes pictures for the process that started it; it ends when that one lets go of it. */

const WORK = { header: readHeader, picture: decodePicture, logo: decodeLogo };

async function answer({ kind, ...file }: Job): Promise<Answer> {
  try {
    return { result: await WORK[kind](file) };
  } catch (error) {
    if (error instanceof PictureRefused) {
      const { status, code, message } = error;
      return { refused: { status, code, message } };
    }
    if (error instanceof OutOfMemory) return { isOutOfMemory: true };
    if (error instanceof NotWritten) return { notWritten: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', async ({ id, ...job }: Job & { id: number }) => {
  process.send?.({ id, ...(await answer(job)) });
  // Pixels lie outside of the heap, so that nothing else calls for a collection.
  if (job.kind !== 'header') globalThis.gc?.();
});
process.on('disconnect', () => process.exit());
// A terminal or a service manager signals the whole group; the picture in hand is finished while its owner stops in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
