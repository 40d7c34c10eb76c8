import { decodeLogo, decodePicture, readHeader } from './decode-picture.js';
import type { Answer, Job } from './decoder-process.js';
import { deliverPicture } from './delivery/deliver-picture.js';
import { readableCopy } from './readable-copy.js';
import { DecoderOutOfMemory, DerivativeNotWritten, PictureRefused } from './picture-errors.js';

/** Program of the child process of `DecoderProcess`: decodes pictures, and ends when its parent disconnects. */

async function answerJob(job: Job): Promise<Answer> {
  try {
    return { result: await runJob(job) };
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

async function runJob(job: Job): Promise<unknown> {
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
      // Loaded only when needed: it is large, and only this decoder can run WebAssembly.
      return (await import('./heic/heic-to-tiff.js')).heicToTiff(job);
  }
}

process.on('message', async ({ id, ...job }: { id: number } & Job) => {
  process.send?.({ id, ...(await answerJob(job)) });
  // Pixels are outside of the JavaScript heap, so their size alone does not trigger a garbage collection.
  if (job.kind !== 'header') globalThis.gc?.();
});
process.send?.({ isReady: true });
process.on('disconnect', () => process.exit());
// A terminal or service manager signals the whole process group. The decoder ignores that, so that it can finish its
// picture while its parent shuts down.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
