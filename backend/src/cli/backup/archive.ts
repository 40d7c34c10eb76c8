import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { z } from 'zod';
import { failedWith, OperatorError } from '../../platform/operator-error.js';
import { sync } from '../../platform/storage/disk.js';

/**
 * The entries of an archive, in this order: `manifest.json`, `tables/<name>.copy` (PostgreSQL's COPY format),
 * `files/<key>`, `missing.txt` if files are missing, and `SHA256SUMS` of all others. An archive without `SHA256SUMS`
 * is incomplete.
 */
export const FORMAT = 1;
export const PRODUCT = 'GMB Moments';
export const MANIFEST = 'manifest.json';
export const MISSING = 'missing.txt';
export const SUMS = 'SHA256SUMS';

/** File mode: only the owner may read an archive, because it has all customers' data and the hashes of passwords. */
const MODE = 0o600;

const NAME = z.string().regex(/^\w+$/);

const Table = z.object({
  name: NAME,
  columns: z.array(NAME).min(1),
  rows: z.number().int().min(0),
  /** The identity column, and its next value. */
  identity: z.object({ column: NAME, next: z.string().regex(/^\d+$/) }).nullable(),
});

/** A table of an archive: its columns in the order of the values, and its number of rows. */
export type TableRecord = z.infer<typeof Table>;

export const Manifest = z.object({
  product: z.literal(PRODUCT),
  format: z.number().int(),
  /** Version of the product that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** In the order of their foreign keys: referenced tables first. */
  tables: z.array(Table),
});

/** The first entry of an archive, which describes the others. */
export type Manifest = z.infer<typeof Manifest>;

export function tableEntry(table: string): string {
  return `tables/${table}.copy`;
}

const FILES = 'files/';

export function fileEntry(key: string): string {
  return FILES + key;
}

/** Returns the storage key of the file in an entry; `null` for any other entry. */
export function storageKeyOf(entry: string): string | null {
  return entry.startsWith(FILES) ? entry.slice(FILES.length) : null;
}

/** Writes an archive as `<file>.part` and renames it when it is complete. Contents are streamed. */
export class ArchiveWriter {
  private readonly partFile: string;
  private readonly tar = pack();
  private readonly written: Promise<void>;
  private readonly sumsFile: string;
  private diskError?: Error;

  /**
   * @param folder for temporary files
   * @param at modification time of all entries
   */
  constructor(
    private readonly file: string,
    folder: string,
    private readonly at: Date,
    private readonly signal?: AbortSignal,
  ) {
    this.partFile = `${file}.part`;
    this.sumsFile = join(folder, SUMS);
    const output = createWriteStream(this.partFile, { mode: MODE }).on('error', (error) => (this.diskError = error));
    this.written = pipeline(this.tar, output, { signal });
    // The error is thrown by the next `add` or `finish`; this only prevents an unhandled rejection.
    this.written.catch(() => undefined);
  }

  async addText(name: string, text: string): Promise<void> {
    await this.add(name, Buffer.byteLength(text), Readable.from([Buffer.from(text)]));
  }

  async addFile(name: string, path: string): Promise<void> {
    await this.add(name, (await stat(path)).size, createReadStream(path));
  }

  async add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256');
    async function* hashing(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    }
    try {
      await pipeline(content, hashing, this.tar.entry({ name, size, mtime: this.at }), { signal: this.signal });
    } catch (error) {
      // The error of the entry only says that the archive was closed.
      throw this.diskError ?? error;
    }
    await appendFile(this.sumsFile, sumLine(hash.digest('hex'), name), { mode: MODE });
  }

  /** Adds the checksums of all entries, and renames the archive once it is synced to disk. */
  async finish(): Promise<void> {
    await this.addFile(SUMS, this.sumsFile);
    this.tar.finalize();
    await this.written;
    await sync(this.partFile, 'r');
    await rename(this.partFile, this.file);
    if (process.platform !== 'win32') await sync(dirname(this.file), 'r');
  }

  /** Removes an archive that cannot be completed. */
  async discard(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
    await rm(this.partFile, { force: true }).catch(() => undefined);
  }
}

export function sumLine(sum: string, name: string): string {
  return `${sum}  ${name}\n`;
}

/** One file of an archive. */
export interface ArchiveEntry {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** The archive is damaged or incomplete. */
export class BrokenArchive extends OperatorError {}

/**
 * Reads the entries of an archive in order. Content that the caller does not read is skipped.
 * @throws BrokenArchive; OperatorError if there is no such file
 */
export async function* readArchive(file: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const ended = new Promise<Error | undefined>((resolve) => {
    tar.once('error', resolve);
    tar.once('close', () => resolve(undefined));
  });
  // The error of the entry only says that it ended too early; that of the archive says why.
  async function* read(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      throw readFailure(file, (await ended) ?? error);
    }
  }
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      signal?.throwIfAborted();
      const { name, size = 0, type } = entry.header;
      if (type !== 'file') throw new BrokenArchive(`${file} is damaged: ${name}`);
      yield { name, size, content: read(entry as AsyncIterable<Uint8Array>) };
      entry.resume();
    }
  } catch (error) {
    throw readFailure(file, error);
  } finally {
    source.destroy();
    tar.destroy();
  }
}

function readFailure(file: string, error: unknown): unknown {
  if (failedWith(error, 'ENOENT')) return new OperatorError(`${file} does not exist`);
  if (failedWith(error, 'EISDIR')) return new OperatorError(`${file} is a folder, not an archive`);
  if (!(error instanceof Error)) return error;
  if (error.message === 'Unexpected end of data') return new BrokenArchive(`${file} is incomplete: its end is missing`);
  return /^Invalid (tar )?header|^Header exceeds/.test(error.message) ? new BrokenArchive(`${file} is damaged`) : error;
}
