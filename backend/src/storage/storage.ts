import type { Readable } from 'node:stream';

/** A stored file being read. `etag` is quoted, as HTTP wants it. */
export interface StoredFile {
  stream: Readable;
  /** The whole content, where it is small and was asked for as a whole: then nothing is left open. */
  bytes?: Buffer;
  /** Bytes of the whole file. */
  size: number;
  etag: string;
}

/** A file as a listing names it. On a disk that may be a leftover whose name is no key. */
export interface ListedFile {
  key: string;
  size: number;
}

/** First and last byte of a part, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Keeps files under immutable keys such as `images/<uuid>/original.jpg`. Two implementations, chosen in `configured-storage.ts`.
 * Every method throws AppError 503 STORAGE_UNAVAILABLE when the storage cannot be reached.
 */
export abstract class Storage {
  /** Copies a local file in; once it returns, the file survives a power cut. */
  abstract put(key: string, path: string): Promise<void>;
  /** Size and etag of a file; `null` when there is none. */
  abstract stat(key: string): Promise<{ size: number; etag: string } | null>;
  /** Opens a file or a part of it; `null` when there is none. */
  abstract open(key: string, range?: ByteRange): Promise<StoredFile | null>;
  /** Every file whose key starts with this folder (`images`, `images/<uuid>`), in any order, a few at a time. */
  abstract list(folder: string): AsyncIterable<ListedFile>;
  /** Removes every file whose key starts with this folder (`images/<uuid>`); removing nothing is fine. */
  abstract remove(folder: string): Promise<void>;
  /** Throws when files cannot be kept right now. */
  abstract check(): Promise<void>;
}
