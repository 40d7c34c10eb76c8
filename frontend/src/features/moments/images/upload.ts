import {
  UPLOAD_ATTEMPTS,
  UPLOAD_BATCH_BYTES,
  UPLOAD_BATCH_FILES,
  UPLOAD_RETRY_WAIT_MS,
} from '@gmb-moments/backend/contract/limits';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { HttpError } from '../../../lib/http';
import { newIdempotencyKey } from '../../../lib/idempotency-key';
import type { SendBatch, UploadBatch } from '../../../records/images';

/** The progress of an upload over all its files. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
  sentFiles: number;
  totalFiles: number;
  /** The current attempt of the current batch, from 1. */
  attempt: number;
}

interface UploadSteps {
  send: SendBatch;
  onProgress: (progress: UploadProgress) => void;
  onBatchDone: (batch: UploadBatch, images: ImageView[]) => void;
  signal: AbortSignal;
  /** Files sent by earlier runs; they are included in the progress. */
  earlier?: File[];
  /** The pause between attempts; tests replace it. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Why an upload stopped; `message` is a sentence for users. */
export class UploadError extends Error {
  constructor(
    message: string,
    /** Files that the server refuses permanently, with the reasons. */
    readonly refused: ReadonlyMap<File, string>,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Statuses that a retry cannot change. */
const PERMANENT = new Set([400, 401, 403, 404, 409, 413, 415]);

/**
 * Splits files into batches, one per request, of at most 5 files and 200 MB. A batch with the same files as one in
 * `earlier` keeps its idempotency key.
 */
export function planBatches(files: File[], { done = 0, earlier = [] as UploadBatch[] } = {}): UploadBatch[] {
  const groups: File[][] = [];
  for (const file of files) {
    const last = groups.at(-1);
    if (last && last.length < UPLOAD_BATCH_FILES && bytesOf(last) + file.size <= UPLOAD_BATCH_BYTES) last.push(file);
    else groups.push([file]);
  }
  let first = done;
  return groups.map((group) => {
    const same = earlier.find((batch) => sameFiles(batch.files, group));
    const batch = { files: group, first, idempotencyKey: same?.idempotencyKey ?? newIdempotencyKey() };
    first += group.length;
    return batch;
  });
}

/**
 * Uploads the batches in order, each with up to 3 attempts 2 seconds apart, and stops at the first that fails.
 * @throws UploadError when a batch failed; what was sent before stays sent
 */
export async function uploadBatches(batches: UploadBatch[], steps: UploadSteps): Promise<void> {
  let sent = steps.earlier ?? [];
  const all = [...sent, ...batches.flatMap(({ files }) => files)];
  for (const batch of batches) {
    const report = (attempt: number, bytes: number) =>
      steps.onProgress(progressOf(all, sent, { batch: batch.files, bytes, attempt }));
    const images = await sendWithRetries(batch, report, steps);
    sent = [...sent, ...batch.files];
    steps.onBatchDone(batch, images);
  }
}

async function sendWithRetries(
  batch: UploadBatch,
  report: (attempt: number, bytes: number) => void,
  { send, signal, wait = pause }: UploadSteps,
): Promise<ImageView[]> {
  for (let attempt = 1; ; attempt++) {
    report(attempt, 0);
    try {
      return await send(batch, { onProgress: (bytes) => report(attempt, bytes), signal });
    } catch (error) {
      signal.throwIfAborted();
      // The failed batch no longer counts as sent.
      report(attempt, 0);
      if (isPermanent(error) || attempt === UPLOAD_ATTEMPTS) throw failure(batch, error);
      await wait(UPLOAD_RETRY_WAIT_MS, signal);
    }
  }
}

function isPermanent(error: unknown): boolean {
  return error instanceof HttpError && PERMANENT.has(error.status);
}

function failure(batch: UploadBatch, error: unknown): UploadError {
  const [first, last] = [batch.first + 1, batch.first + batch.files.length];
  const reason = whyNotUploaded(error);
  const sentence = isPermanent(error)
    ? `Failed to upload images ${first}-${last}: ${reason}`
    : `Failed to upload images ${first}-${last} after ${UPLOAD_ATTEMPTS} attempts: ${reason}`;
  return new UploadError(sentence, refusedFiles(batch, error), { cause: error });
}

/** The files that an error response names by their position in the batch (`images.0`). */
function refusedFiles({ files }: UploadBatch, error: unknown): Map<File, string> {
  const details = error instanceof HttpError ? error.details : [];
  return new Map(
    details.flatMap(({ field, message }) => {
      const file = files[Number(/^images\.(\d+)$/.exec(field)?.[1])];
      return file ? [[file, message] as const] : [];
    }),
  );
}

function whyNotUploaded(error: unknown): string {
  if (error instanceof HttpError) return error.reason;
  return error instanceof Error ? error.message : String(error);
}

function progressOf(
  all: File[],
  sent: File[],
  current: { batch: File[]; bytes: number; attempt: number },
): UploadProgress {
  // The request body is a little larger than its files.
  const bytes = Math.min(current.bytes, bytesOf(current.batch));
  return {
    sentBytes: bytesOf(sent) + bytes,
    totalBytes: bytesOf(all),
    sentFiles: sent.length + filesWithin(current.batch, bytes),
    totalFiles: all.length,
    attempt: current.attempt,
  };
}

function filesWithin(files: File[], bytes: number): number {
  let end = 0;
  return files.filter((file) => (end += file.size) <= bytes && bytes > 0).length;
}

function bytesOf(files: File[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

function sameFiles(left: File[], right: File[]): boolean {
  return left.length === right.length && left.every((file, index) => file === right[index]);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
