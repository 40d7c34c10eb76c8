import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { SUMS } from './manifest.js';

/** Archives hold all customers' data and the hashes of passwords: for their owner only. */
const MODE = 0o600;

type Content = AsyncIterable<Uint8Array> | Uint8Array[];

/** Writes an archive beside its name and gives it the name when it is complete. What it writes goes through, never into memory. */
export class ArchiveWriter {
  private readonly part: string;
  private readonly tar = pack();
  private readonly written: Promise<void>;
  private readonly sumsFile: string;
  private readonly sums: WriteStream;
  private readonly summed: Promise<void>;
  private refused?: Error;

  /**
   * @param folder for what is collected meanwhile
   * @param at the time that all entries bear
   */
  constructor(
    private readonly file: string,
    folder: string,
    private readonly at: Date,
    private readonly signal?: AbortSignal,
  ) {
    this.part = `${file}.part`;
    const output = createWriteStream(this.part, { mode: MODE }).on('error', (error) => (this.refused = error));
    this.written = pipeline(this.tar, output, { signal });
    this.sumsFile = join(folder, SUMS);
    this.sums = createWriteStream(this.sumsFile, { mode: MODE });
    this.summed = finished(this.sums);
    // Both failures are told by what is written next, or by the end.
    for (const end of [this.written, this.summed]) end.catch(() => undefined);
  }

  async addText(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    await this.add(name, content.length, [content]);
  }

  async addFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.add(name, size, createReadStream(path));
  }

  async addContent(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.add(name, size, content);
  }

  /** Adds the sums of all entries, and gives the archive its name once it is on the disk. */
  async finish(): Promise<void> {
    this.sums.end();
    await this.summed;
    await this.append(SUMS, (await stat(this.sumsFile)).size, createReadStream(this.sumsFile));
    this.tar.finalize();
    await this.written;
    await sync(this.part);
    await rename(this.part, this.file);
    if (process.platform !== 'win32') await sync(dirname(this.file));
  }

  /** Leaves nothing of an archive that cannot be completed. */
  async discard(): Promise<void> {
    this.tar.destroy();
    this.sums.destroy();
    await this.written.catch(() => undefined);
    await rm(this.part, { force: true }).catch(() => undefined);
  }

  private async add(name: string, size: number, content: Content): Promise<void> {
    const sum = await this.append(name, size, content);
    this.sums.write(`${sum}  ${name}\n`);
  }

  private async append(name: string, size: number, content: Content): Promise<string> {
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(content, hashing, this.tar.entry({ name, size, mtime: this.at }), { signal: this.signal });
    } catch (error) {
      // A disk that is full shows in the archive, of which an entry only knows that it ended.
      throw this.refused ?? error;
    }
    return hash.digest('hex');
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The name that an archive gets where the person gives none: `gmb-moments-2026-11-21-153000.tar`. */
export function defaultName(now: Date): string {
  const [date, time] = now.toISOString().split('T');
  return `gmb-moments-${date}-${time!.slice(0, 8).replaceAll(':', '')}.tar`;
}
