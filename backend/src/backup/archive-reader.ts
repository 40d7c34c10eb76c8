import { createReadStream } from 'node:fs';
import { extract, type Extract } from 'tar-stream';
import { failedWith } from '../start/start-error.js';
import { BackupError } from './backup-error.js';

/** One file of an archive. */
export interface ArchiveEntry {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** The archive's end is missing. */
export class Truncated extends Error {}

/** Something in the archive is not as it was written. */
export class Damaged extends Error {}

/**
 * Reads an archive from its beginning; what the caller does not read of an entry is passed over.
 * @throws Truncated, Damaged
 */
export async function* readArchive(file: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const ended = endOf(tar);
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      signal?.throwIfAborted();
      const { name, size = 0, type } = entry.header;
      if (type !== 'file') throw new Damaged(name);
      yield { name, size, content: contentOf(file, entry as AsyncIterable<Uint8Array>, ended) };
      entry.resume();
    }
  } catch (error) {
    throw readFailure(file, error);
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** Resolves when the archive is closed, with the reason if it is a failure. */
function endOf(tar: Extract): Promise<Error | undefined> {
  return new Promise((resolve) => {
    tar.once('error', resolve);
    tar.once('close', () => resolve(undefined));
  });
}

// An entry only knows that it ended too early; the archive knows why.
async function* contentOf(
  file: string,
  content: AsyncIterable<Uint8Array>,
  ended: Promise<Error | undefined>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw readFailure(file, (await ended) ?? error);
  }
}

function readFailure(file: string, error: unknown): unknown {
  if (failedWith(error, 'ENOENT')) return new BackupError(`${file} does not exist`);
  if (failedWith(error, 'EISDIR')) return new BackupError(`${file} is a folder, not an archive`);
  if (!(error instanceof Error)) return error;
  if (error.message === 'Unexpected end of data') return new Truncated();
  return /^Invalid (tar )?header|^Header exceeds/.test(error.message) ? new Damaged('') : error;
}
