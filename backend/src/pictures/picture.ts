import { rm } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, storageUnavailable } from '../platform/http/errors.js';
import type { DecodedPicture, HeaderResult, PictureHeader } from './decode-picture.js';
import type { PictureFile, ReadFile } from './picture-file.js';
import type { DeliveryFile, EncodedPicture, ReadDeliveryFile } from './delivery/deliver-picture.js';
import { DecoderProcess, DecoderFailed, type Job } from './decoder-process.js';
import { needsTooMuchMemory, takesTooLong, unreadable, type PictureRefused } from './picture-errors.js';

/** Maximum number of pictures that the shared decoder decodes at a time. One more than two cores keeps both busy. */
const CONCURRENCY = 3;

/** Number of these slots that stay empty while another decoder has a picture that needs much memory. */
const SLOTS_OF_HEAVY = 2;

/** A larger picture is decoded alone for its delivery, because rotating needs memory for all its pixels. */
const FULL_SIZE_MAX_PIXELS = 30_000_000;

/** Maximum side of a delivered photo whose full size needs too much memory or time: tried in this order. */
const LARGE_PX = 4096;
const AS_UPLOADED_PX = 1600;

const logger = new Logger('Pictures');
const sharedSlots = pLimit(CONCURRENCY);
const aloneSlot = pLimit(1);
let sharedDecoder: DecoderProcess | undefined;

/** The properties, measurements and derivatives of an uploaded picture. */
export type Picture = PictureHeader & DecodedPicture;

/**
 * Reads an uploaded picture, measures it, and writes its derivatives into `workFolder`.
 * @throws AppError 413 or 415 naming the file
 */
export async function readPicture(path: string, fileName: string, workFolder: string): Promise<Picture> {
  const file = { path, fileName, folder: workFolder };
  const { header, result } = await decodeInProcess<DecodedPicture>(file, (read) => ({ ...read, kind: 'picture' }));
  return { ...header, ...result };
}

/**
 * Reads an uploaded logo and makes one WebP of at most 512 px, which keeps transparent parts.
 * @returns the path of the WebP, in `workFolder`
 * @throws AppError 413 or 415 naming the file
 */
export async function readLogo(path: string, fileName: string, workFolder: string): Promise<string> {
  const file = { path, fileName, folder: workFolder };
  return (await decodeInProcess<string>(file, (read) => ({ ...read, kind: 'logo' }))).result;
}

/**
 * Encodes a photo for delivery as a JPEG in `file.folder`: in full size, or smaller if that needs too much memory or
 * time.
 * @throws AppError 413 or 415 naming the file
 */
export async function readForDelivery(file: DeliveryFile): Promise<EncodedPicture> {
  const encode = async (maxPixels: number | null): Promise<EncodedPicture> => {
    const job = (read: ReadFile): Job => ({ ...(read as ReadDeliveryFile), maxPixels, kind: 'delivery' });
    return (await decodeInProcess<EncodedPicture>(file, job)).result;
  };
  // The upload succeeded with fewer pixels, so a smaller size can succeed here.
  const retrySmaller = (maxPixels: number) => (error: unknown) => {
    if (error instanceof AppError && error.code === 'PICTURE_TOO_LARGE') return encode(maxPixels);
    throw error;
  };
  return encode(null).catch(retrySmaller(LARGE_PX)).catch(retrySmaller(AS_UPLOADED_PX));
}

/**
 * Decodes an untrusted picture in a child process. A few pictures share one decoder; a picture that needs much memory
 * gets a decoder of its own.
 * @throws AppError 413 or 415 naming the file, 503 if the system has no memory for it
 */
async function decodeInProcess<Result>(
  file: PictureFile,
  jobOf: (read: ReadFile) => Job,
): Promise<{ header: PictureHeader; result: Result }> {
  const { path, fileName, folder } = file;
  const read = (await runShared({ path, fileName, folder, kind: 'header' })) as HeaderResult;
  const { header, exif } = read;
  const copy = read.needsCopy ? await makeCopy({ path, fileName, folder }, read) : undefined;
  try {
    const job = jobOf({ ...file, exif, pixelsPath: copy });
    const isFullSize = job.kind === 'delivery' && header.width * header.height > FULL_SIZE_MAX_PIXELS;
    const result = await (read.isHeavy || isFullSize ? runAlone : runShared)(job);
    return { header, result: result as Result };
  } finally {
    if (copy) await rm(copy, { force: true });
  }
}

/** Makes a temporary file that sharp can read: a TIFF of a HEIC picture, or a corrected copy, see `readableCopy`. */
function makeCopy(file: PictureFile, { header: { extension }, isHeavy }: HeaderResult): Promise<string> {
  const made =
    extension === 'heic'
      ? runAlone({ ...file, kind: 'heic' })
      : (isHeavy ? runAlone : runShared)({ ...file, kind: 'copy', extension });
  return made as Promise<string>;
}

/**
 * Runs a job in the shared decoder. If the decoder fails without an answer, any of its pictures may be the cause, so
 * each of them is retried in a decoder of its own.
 */
async function runShared(job: Job): Promise<unknown> {
  try {
    return await sharedSlots(() => {
      if (!sharedDecoder?.isRunning) sharedDecoder = new DecoderProcess();
      return runJob(sharedDecoder, job);
    });
  } catch (error) {
    if (error instanceof DecoderFailed && error.reason !== 'time') return runAlone(job);
    throw toPictureError(job, error);
  }
}

/** Runs a job in a decoder of its own; once more, in a new one, if the system killed the first. */
async function runAlone(job: Job): Promise<unknown> {
  try {
    return await runInOwnDecoder(job).catch((error: unknown) => {
      if (error instanceof DecoderFailed && error.reason === 'killed') return runInOwnDecoder(job);
      throw error;
    });
  } catch (error) {
    throw toPictureError(job, error);
  }
}

/** Runs a job in a decoder of its own. Meanwhile the shared decoder continues with one picture at a time. */
function runInOwnDecoder(job: Job): Promise<unknown> {
  return aloneSlot(() =>
    withSlots(SLOTS_OF_HEAVY, async () => {
      const own = new DecoderProcess({ isCompiling: job.kind === 'heic' });
      try {
        return await runJob(own, job);
      } finally {
        own.end();
      }
    }),
  );
}

function withSlots<T>(count: number, work: () => Promise<T>): Promise<T> {
  return count === 0 ? work() : sharedSlots(() => withSlots(count - 1, work));
}

async function runJob(decoder: DecoderProcess, job: Job): Promise<unknown> {
  const { result, refused, isOutOfMemory, notWritten, failed } = await decoder.run(job);
  if (refused) throw toAppError(refused);
  if (isOutOfMemory) throw new DecoderFailed('memory');
  if (notWritten !== undefined) throw storageUnavailable(notWritten);
  if (failed) throw new Error(failed);
  return result;
}

function toPictureError({ fileName }: Job, error: unknown): unknown {
  if (!(error instanceof DecoderFailed)) return error;
  if (error.reason === 'killed') return memoryUnavailable(fileName);
  if (error.reason === 'time') return toAppError(takesTooLong(fileName));
  return toAppError(error.reason === 'memory' ? needsTooMuchMemory(fileName) : unreadable(fileName));
}

/** 503: the picture is fine, but the system has no memory for it. */
function memoryUnavailable(fileName: string): AppError {
  logger.warn(
    `The system killed the picture decoder although it had ${JSON.stringify(fileName)} alone; answering 503. Give the API more memory`,
  );
  const message = `There is not enough memory to read "${fileName}" right now. Please try again in a minute.`;
  return new AppError(503, 'MEMORY_UNAVAILABLE', message, { retryAfterSeconds: 60 });
}

function toAppError({ status, code, message }: Pick<PictureRefused, 'status' | 'code' | 'message'>): AppError {
  return new AppError(status, code, message);
}
