import { decodeLogo, decodePicture, readHeader } from './decode-picture.js';
import type { Answer, Job } from './decoder-process.js';
import { deliverPicture } from './delivery/deliver-picture.js';
import { readableCopy } from './readable-copy.js';
import { DecoderOutOfMemory, DerivativeNotWritten, PictureRefused } from './picture-errors.js';

/** The child process of `DecoderProcess`: decodes pictures, and ends when its parent disconnects. */

async function answer(job: Job): Promise<Answer> {
  try {
    return { result: await work(job) };
  } catch (error) {
    if (error instanceof PictureRefused) {
      const { status, code, message } = error;
      return { refused: { status, code, message } };
    }
    if (error instanceof DecoderOutOfMemory) return { isOutOfMemory: true };
    if (error instanceof DerivativeNotWritten) return { notWritten: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function work(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'header':
      return readHeader(job);
    case 'picture':
      return decodePicture(job);
    case 'logo':
      return decodeLogo(job);
    case 'delivery':
      return deliverPicture(job);
    case 'copy':
      return readableCopy(job, job.extension);
    case 'heic':
      // Loaded only if it is used: it is large, and WebAssembly runs in no other decoder.
      return (await import('./heic/heic-to-tiff.js')).heicToTiff(job);
  }
}

process.on('message', async ({ id, ...job }: { id: number } & Job) => {
  process.send?.({ id, ...(await answer(job)) });
  // Pixels lie outside of the heap, so that nothing else calls for a collection.
  if (job.kind !== 'header') globalThis.gc?.();
});
process.send?.({ isReady: true });
process.on('disconnect', () => process.exit());
// A terminal or a service manager signals the whole group; the picture in hand is finished while its owner stops in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
