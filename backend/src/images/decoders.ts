import pLimit from 'p-limit';
import { cannotTakeIn } from '../common/cannot-take-in.js';
import { AppError } from '../common/errors.js';
import type { PictureFile, PictureHeader } from './decode-picture.js';
import { DecoderProcess, Unanswered, type Job } from './decoder-process.js';
import { needsTooMuchMemory, unreadable, type PictureRefused } from './picture-errors.js';

/** Of two cores, none waits while one picture's last steps are done. */
const AT_ONCE = 3;

const atOnce = pLimit(AT_ONCE);
const aloneAtOnce = pLimit(1);
let shared: DecoderProcess | undefined;

/**
 * Decodes a stranger's picture outside of this process, which has one decoder at a time: a few pictures share it, and a heavy
 * one has its own.
 * @throws AppError 413 or 415 naming the file
 */
export async function inDecoder<Result>(
  kind: 'picture' | 'logo',
  file: PictureFile,
): Promise<{ header: PictureHeader; result: Result }> {
  const read = (await withOthers({ ...file, kind: 'header' })) as { header: PictureHeader; isHeavy: boolean };
  const decode = read.isHeavy ? alone : withOthers;
  return { header: read.header, result: (await decode({ ...file, kind })) as Result };
}

/** In the shared decoder; where that comes to no answer, any of its pictures may be the cause, so each is tried alone. */
async function withOthers(job: Job): Promise<unknown> {
  try {
    return await atOnce(() => {
      if (!shared?.isRunning) shared = new DecoderProcess();
      return answerOf(shared, job);
    });
  } catch (error) {
    if (error instanceof Unanswered && error.reason !== 'time') return alone(job);
    throw refusalFor(job, error);
  }
}

/** In a decoder of its own, while nothing else is decoded. */
function alone(job: Job): Promise<unknown> {
  return aloneAtOnce(() =>
    withPlaces(AT_ONCE, async () => {
      shared?.end();
      const own = new DecoderProcess();
      try {
        return await answerOf(own, job);
      } catch (error) {
        throw refusalFor(job, error);
      } finally {
        own.end();
      }
    }),
  );
}

function withPlaces<T>(count: number, work: () => Promise<T>): Promise<T> {
  return count === 0 ? work() : atOnce(() => withPlaces(count - 1, work));
}

async function answerOf(decoder: DecoderProcess, job: Job): Promise<unknown> {
  const { result, refused, isOutOfMemory, notWritten, failed } = await decoder.ask(job);
  if (refused) throw asAppError(refused);
  if (isOutOfMemory) throw new Unanswered('memory');
  if (notWritten !== undefined) throw cannotTakeIn(notWritten);
  if (failed) throw new Error(failed);
  return result;
}

function refusalFor({ fileName }: Job, error: unknown): unknown {
  if (!(error instanceof Unanswered)) return error;
  return asAppError(error.reason === 'memory' ? needsTooMuchMemory(fileName) : unreadable(fileName));
}

function asAppError({ status, code, message }: Pick<PictureRefused, 'status' | 'code' | 'message'>): AppError {
  return new AppError(status, code, message);
}
