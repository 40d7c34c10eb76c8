import { rm } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, storageUnavailable } from '../platform/http/errors.js';
import type { Decoded, HeaderRead, PictureFile, PictureHeader } from './decode-picture.js';
import type { DeliveryFile, EncodedPicture } from './delivery/deliver-picture.js';
import { DecoderProcess, Unanswered, type Job } from './decoder-process.js';
import { needsTooMuchMemory, unreadable, type PictureRefused } from './picture-errors.js';

/** Pictures that the shared decoder reads at a time: one more than two cores, so that no core is idle at the end of a picture. */
const AT_ONCE = 3;

/** A larger picture is decoded alone for its delivery: rotating it takes memory for all its pixels. */
const FULL_SIZE_MAX_PIXELS = 30_000_000;

const logger = new Logger('Pictures');
const atOnce = pLimit(AT_ONCE);
const aloneAtOnce = pLimit(1);
let shared: DecoderProcess | undefined;

/** The properties of an uploaded picture, what was measured of it, and its derivatives. */
export type Picture = PictureHeader & Decoded;

/**
 * Reads an uploaded picture, measures it, and writes its derivatives into `workFolder`.
 * @throws AppError 413 or 415 naming the file
 */
export async function readPicture(path: string, fileName: string, workFolder: string): Promise<Picture> {
  const { header, result } = await inDecoder<Decoded>({ kind: 'picture', path, fileName, folder: workFolder });
  return { ...header, ...result };
}

/**
 * Reads an uploaded logo and makes one WebP of at most 512 px, which keeps transparent parts.
 * @returns the path of the WebP, in `workFolder`
 * @throws AppError 413 or 415 naming the file
 */
export async function readLogo(path: string, fileName: string, workFolder: string): Promise<string> {
  return (await inDecoder<string>({ kind: 'logo', path, fileName, folder: workFolder })).result;
}

/**
 * Makes the JPEG of a delivered photo, in `file.folder`.
 * @throws AppError 413 or 415 naming the file
 */
export async function readForDelivery(file: DeliveryFile): Promise<EncodedPicture> {
  return (await inDecoder<EncodedPicture>({ ...file, kind: 'delivery' })).result;
}

/** Calls `work` with a file that sharp can read: the picture, or a temporary TIFF made of a HEIC picture. */
async function withPixels<T>(
  { path, fileName, folder }: PictureFile,
  { extension }: PictureHeader,
  work: (pixelsPath: string) => Promise<T>,
): Promise<T> {
  if (extension !== 'heic') return work(path);
  const tiff = (await alone({ path, fileName, folder, kind: 'heic' })) as string;
  try {
    return await work(tiff);
  } finally {
    await rm(tiff, { force: true });
  }
}

/**
 * Decodes an untrusted picture in a child process. A few pictures share one decoder; a picture that needs much memory gets a
 * decoder of its own.
 * @throws AppError 413 or 415 naming the file, 503 if the system has no memory for it
 */
async function inDecoder<Result>(job: Job): Promise<{ header: PictureHeader; result: Result }> {
  const { header, isHeavy } = (await withOthers({ ...job, kind: 'header' })) as HeaderRead;
  const isFullSize = job.kind === 'delivery' && header.width * header.height > FULL_SIZE_MAX_PIXELS;
  const decode = isHeavy || isFullSize ? alone : withOthers;
  const result = await withPixels(job, header, (pixelsPath) => decode({ ...job, pixelsPath }));
  return { header, result: result as Result };
}

/**
 * Runs a job in the shared decoder. If that ends without an answer, any of its pictures may be the cause, so each is
 * retried alone.
 */
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

/** Runs a job in a decoder of its own; once more, in a new one, if the system kills the first. */
async function alone(job: Job): Promise<unknown> {
  try {
    return await inOwnDecoder(job).catch((error: unknown) => {
      if (error instanceof Unanswered && error.reason === 'killed') return inOwnDecoder(job);
      throw error;
    });
  } catch (error) {
    throw refusalFor(job, error);
  }
}

/** Runs a job in a decoder of its own, while nothing else is decoded. */
function inOwnDecoder(job: Job): Promise<unknown> {
  return aloneAtOnce(() =>
    withSlots(AT_ONCE, async () => {
      shared?.end();
      const own = new DecoderProcess({ isCompiling: job.kind === 'heic' });
      try {
        return await answerOf(own, job);
      } finally {
        own.end();
      }
    }),
  );
}

function withSlots<T>(count: number, work: () => Promise<T>): Promise<T> {
  return count === 0 ? work() : atOnce(() => withSlots(count - 1, work));
}

async function answerOf(decoder: DecoderProcess, job: Job): Promise<unknown> {
  const { result, refused, isOutOfMemory, notWritten, failed } = await decoder.ask(job);
  if (refused) throw asAppError(refused);
  if (isOutOfMemory) throw new Unanswered('memory');
  if (notWritten !== undefined) throw storageUnavailable(notWritten);
  if (failed) throw new Error(failed);
  return result;
}

function refusalFor({ fileName }: Job, error: unknown): unknown {
  if (!(error instanceof Unanswered)) return error;
  if (error.reason === 'killed') return noMemoryNow(fileName);
  return asAppError(error.reason === 'memory' ? needsTooMuchMemory(fileName) : unreadable(fileName));
}

/** 503: the picture is fine, but the system has no memory for it. */
function noMemoryNow(fileName: string): AppError {
  logger.warn(
    `The system killed the picture decoder although it had ${JSON.stringify(fileName)} alone; answering 503. Give the API more memory`,
  );
  const message = `There is not enough memory to read "${fileName}" right now. Please try again in a minute.`;
  return new AppError(503, 'MEMORY_UNAVAILABLE', message, { retryAfterSeconds: 60 });
}

function asAppError({ status, code, message }: Pick<PictureRefused, 'status' | 'code' | 'message'>): AppError {
  return new AppError(status, code, message);
}
