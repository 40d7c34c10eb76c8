import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { AppError, STORAGE_RETRY_SECONDS } from '../http/errors.js';
import { messageOf } from '../operator-error.js';

/** Files up to this size, such as thumbnails, are read at once, which is faster than setting up a stream. */
export const SMALL_BYTES = 64 * 1024;

/** A stored file being read. */
export interface StoredFile {
  stream: Readable;
  /** The content, if the file is small and was opened as a whole; then no file is open. */
  bytes?: Buffer;
  /** Bytes of the whole file. */
  size: number;
}

/** A small file that was read. */
export function smallFile(bytes: Buffer, size: number): StoredFile {
  return {
    size,
    bytes,
    get stream() {
      return Readable.from([bytes], { objectMode: false });
    },
  };
}

/** A listed file. On a disk its name need not be a valid key. */
export interface ListedFile {
  key: string;
  size: number;
}

/** First and last byte of a part, both included; without `end`, up to the end of the file. */
export interface ByteRange {
  start: number;
  end?: number;
}

/**
 * Why a storage cannot be used. Temporary: it is `away` (unreachable) or `full`, or the `clock` differs. Wrong
 * configuration: access is `refused`, the `bucket` is missing, or the `protocol` is wrong.
 */
export type StorageFailure = 'away' | 'full' | 'clock' | 'refused' | 'bucket' | 'protocol';

/** 503 with a sentence for staff; `line` tells the operator what is wrong, and in which variable. */
export class StorageError extends AppError {
  constructor(
    readonly kind: StorageFailure,
    message: string,
    readonly line: string,
  ) {
    super(503, 'STORAGE_UNAVAILABLE', message, { retryAfterSeconds: STORAGE_RETRY_SECONDS });
  }

  /** Whether the configuration has to be changed. */
  get isLasting(): boolean {
    return ['refused', 'bucket', 'protocol'].includes(this.kind);
  }
}

/**
 * The whole content of an opened file.
 * @throws StorageError if the storage aborts
 */
export async function contentOf(file: StoredFile): Promise<Buffer> {
  if (file.bytes) return file.bytes;
  try {
    return await buffer(file.stream);
  } catch (error) {
    const message = 'The storage broke a file off in the middle. Please try again in a minute.';
    throw new StorageError('away', message, `a file of ${file.size} bytes was broken off: ${messageOf(error)}`);
  }
}

/**
 * Keeps files under immutable keys such as `images/<uuid>/original.jpg`. Two implementations, chosen in `storage.module.ts`.
 * Every method throws AppError 503 STORAGE_UNAVAILABLE when the storage cannot be reached.
 */
export abstract class Storage {
  /** Copies a local file in; once it returns, the file survives a power cut. */
  abstract put(key: string, path: string): Promise<void>;
  /** Copies a stored file, within the storage; once it returns, the copy survives a power cut. @returns false without such a file */
  abstract copy(from: string, to: string): Promise<boolean>;
  /** Size of a file; `null` when there is none. */
  abstract stat(key: string): Promise<{ size: number } | null>;
  /** Opens a file or a range of it (empty if it starts after the end); `null` without such a file. */
  abstract open(key: string, range?: ByteRange): Promise<StoredFile | null>;
  /** A local path of a file: its own, or `copy`, to which it is copied; `null` without such a file. */
  async localPath(key: string, copy: string): Promise<string | null> {
    const file = await this.open(key);
    if (!file) return null;
    await pipeline(file.stream, createWriteStream(copy, { mode: 0o600 }));
    return copy;
  }
  /** Every file whose key starts with this folder (`images`, `images/<uuid>`), in any order, a few at a time. */
  abstract list(folder: string): AsyncIterable<ListedFile>;
  /** Removes every file whose key starts with this folder (`images/<uuid>`); removing nothing is fine. */
  abstract remove(folder: string): Promise<void>;
  /** Throws when files cannot be stored right now. Cheap enough to be called every few seconds. */
  abstract check(): Promise<void>;
  /**
   * Tries all operations that the product needs: writing, reading, listing and removing.
   * @param create whether a missing bucket is created
   * @throws StorageError whose line names the variable that is wrong
   */
  abstract prepare(options: { create: boolean }): Promise<void>;
}
