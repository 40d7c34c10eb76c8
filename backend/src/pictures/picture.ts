import { rm } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, storageUnavailable } from '../platform/http/errors.js';
import type { Decoded, HeaderRead, PictureHeader } from './decode-picture.js';
import type { PictureFile, ReadFile } from './picture-file.js';
import type { DeliveryFile, EncodedPicture, ReadDeliveryFile } from './delivery/deliver-picture.js';
import { DecoderProcess, Unanswered, type Job } from './decoder-process.js';
import { needsTooMuchMemory, takesTooLong, unreadable, type PictureRefused } from './picture-errors.js';

/** Pictures that the shared decoder reads at a time: one more than two cores, so that no core is idle at the end of a picture. */
const AT_ONCE = 3;

/** Of these, those that are not read while another decoder has a picture that needs much memory. */
const TAKEN_BY_HEAVY = 2;

/** A larger picture is decoded alone for its delivery: rotating it takes memory for all its pixels. */
const FULL_SIZE_MAX_PIXELS = 30_000_000;

/** Longest sides of a delivered photo whose full size takes too much memory or time; an upload decodes it to the smaller one. */
const LARGE_PX = 4096;
const AS_UPLOADED_PX = 1600;

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
  const file = { path, fileName, folder: workFolder };
  const { header, result } = await inDecoder<Decoded>(file, (read) => ({ ...read, kind: 'picture' }));
  return { ...header, ...result };
}

/**
 * Reads an uploaded logo and makes one WebP of at most 512 px, which keeps transparent parts.
 * @returns the path of the WebP, in `workFolder`
 * @throws AppError 413 or 415 naming the file
 */
export async function readLogo(path: string, fileName: string, workFolder: string): Promise<string> {
  const file = { path, fileName, folder: workFolder };
  return (await inDecoder<string>(file, (read) => ({ ...read, kind: 'logo' }))).result;
}

/**
 * Makes the JPEG of a delivered photo, in `file.folder`: in its full size, unless a decoder has too little memory or time for that.
 * @throws AppError 413 or 415 naming the file
 */
export async function readForDelivery(file: DeliveryFile): Promise<EncodedPicture> {
  const encoded = async (maxPixels: number | null): Promise<EncodedPicture> => {
    const job = (read: ReadFile): Job => ({ ...(read as ReadDeliveryFile), maxPixels, kind: 'delivery' });
    return (await inDecoder<EncodedPicture>(file, job)).result;
  };
  // An upload decodes it to fewer pixels, which takes less memory and time.
  const smaller = (maxPixels: number) => (error: unknown) => {
    if (error instanceof AppError && error.code === 'PICTURE_TOO_LARGE') return encoded(maxPixels);
    throw error;
  };
  return encoded(null).catch(smaller(LARGE_PX)).catch(smaller(AS_UPLOADED_PX));
}

/**
 * Decodes an untrusted picture in a child process. A few pictures share one decoder; a picture that needs much memory gets a
 * decoder of its own.
 * @throws AppError 413 or 415 naming the file, 503 if the system has no memory for it
 */
async function inDecoder<Result>(
  file: PictureFile,
  jobOf: (read: ReadFile) => Job,
): Promise<{ header: PictureHeader; result: Result }> {
  const { path, fileName, folder } = file;
  const read = (await withOthers({ path, fileName, folder, kind: 'header' })) as HeaderRead;
  const { header, exif } = read;
  const copy = read.needsCopy ? await copyOf({ path, fileName, folder }, read) : undefined;
  try {
    const job = jobOf({ ...file, exif, pixelsPath: copy });
    const isFullSize = job.kind === 'delivery' && header.width * header.height > FULL_SIZE_MAX_PIXELS;
    const result = await (read.isHeavy || isFullSize ? alone : withOthers)(job);
    return { header, result: result as Result };
  } finally {
    if (copy) await rm(copy, { force: true });
  }
}

/** A temporary file that sharp can read: a TIFF of a HEIC picture, or a copy that says what the picture does not say plainly. */
function copyOf(file: PictureFile, { header: { extension }, isHeavy }: HeaderRead): Promise<string> {
  const made =
    extension === 'heic'
      ? alone({ ...file, kind: 'heic' })
      : (isHeavy ? alone : withOthers)({ ...file, kind: 'copy', extension });
  return made as Promise<string>;
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

/** Runs a job in a decoder of its own, while one picture at a time is read in the shared one: however slow it is, others are read. */
function inOwnDecoder(job: Job): Promise<unknown> {
  return aloneAtOnce(() =>
    withSlots(TAKEN_BY_HEAVY, async () => {
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
  if (error.reason === 'time') return asAppError(takesTooLong(fileName));
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
