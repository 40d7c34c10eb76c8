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
 * What an archive holds, in this order:
 * `manifest.json`, `tables/<name>.copy` (PostgreSQL's COPY format), `files/<key>`, `missing.txt` if files are missing, and
 * `SHA256SUMS` of all of them, so that an archive without the last one is incomplete.
 */
export const FORMAT = 1;
export const PRODUCT = 'GMB Moments';
export const MANIFEST = 'manifest.json';
export const MISSING = 'missing.txt';
export const SUMS = 'SHA256SUMS';

/** Archives hold all customers' data and the hashes of passwords: only their owner may read them. */
const MODE = 0o600;

const NAME = z.string().regex(/^\w+$/);

const Table = z.object({
  name: NAME,
  columns: z.array(NAME).min(1),
  rows: z.number().int().min(0),
  /** The column that numbers its rows, and the number of the next one. */
  identity: z.object({ column: NAME, next: z.string().regex(/^\d+$/) }).nullable(),
});

/** A table as it stands in an archive: its columns in the order of their values. */
export type TableRecord = z.infer<typeof Table>;

export const Manifest = z.object({
  product: z.literal(PRODUCT),
  format: z.number().int(),
  /** Version of the product that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Applied, in their order. */
  migrations: z.array(z.string()).min(1),
  /** In order of their foreign keys: referenced tables first. */
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

/** The key of a stored file; `null` for any other entry. */
export function keyOf(entry: string): string | null {
  return entry.startsWith(FILES) ? entry.slice(FILES.length) : null;
}

/** Writes an archive as `<file>.part` and renames it when it is complete. Contents are streamed. */
export class ArchiveWriter {
  private readonly part: string;
  private readonly tar = pack();
  private readonly written: Promise<void>;
  private readonly sumsFile: string;
  private diskError?: Error;

  /**
   * @param folder for temporary files
   * @param at the time that all entries bear
   */
  constructor(
    private readonly file: string,
    folder: string,
    private readonly at: Date,
    private readonly signal?: AbortSignal,
  ) {
    this.part = `${file}.part`;
    this.sumsFile = join(folder, SUMS);
    const output = createWriteStream(this.part, { mode: MODE }).on('error', (error) => (this.diskError = error));
    this.written = pipeline(this.tar, output, { signal });
    // Thrown by the next entry or the end.
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
    async function* hashed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    }
    try {
      await pipeline(content, hashed, this.tar.entry({ name, size, mtime: this.at }), { signal: this.signal });
    } catch (error) {
      // An entry only knows that the archive was closed.
      throw this.diskError ?? error;
    }
    await appendFile(this.sumsFile, sumLine(hash.digest('hex'), name), { mode: MODE });
  }

  /** Adds the sums of all entries, and renames the archive once it is on the disk. */
  async finish(): Promise<void> {
    await this.addFile(SUMS, this.sumsFile);
    this.tar.finalize();
    await this.written;
    await sync(this.part, 'r');
    await rename(this.part, this.file);
    if (process.platform !== 'win32') await sync(dirname(this.file), 'r');
  }

  /** Removes an archive that cannot be completed. */
  async discard(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
    await rm(this.part, { force: true }).catch(() => undefined);
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

/** Something in the archive is not as it was written. */
export class BrokenArchive extends OperatorError {}

/**
 * Reads an archive from its beginning. What the caller does not read of an entry is skipped.
 * @throws BrokenArchive, and OperatorError if there is no such file
 */
export async function* readArchive(file: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const ended = new Promise<Error | undefined>((resolve) => {
    tar.once('error', resolve);
    tar.once('close', () => resolve(undefined));
  });
  // An entry only knows that it ended too early; the archive knows why.
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
