import { AppError } from '../common/errors.js';
import { decodeLogo, decodePicture } from './decode-picture.js';
import type { Answer, Job } from './decoders.js';

/** A process that decodes pictures, one at a time, for the process that started it; it ends when that one lets go of it. */

const WORK = { picture: decodePicture, logo: decodeLogo };

async function answer({ kind, ...file }: Job): Promise<Answer> {
  try {
    return { result: await WORK[kind](file) };
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { status: error.getStatus(), code: error.code, message: error.message } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (job: Job) => void answer(job).then((answered) => process.send?.(answered)));
process.on('disconnect', () => process.exit());
// A terminal or a service manager signals the whole group; the picture in hand is finished while its owner stops in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
