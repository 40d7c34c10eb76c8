import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { SUMS } from './manifest.js';

/** Archives hold all customers' data and the hashes of passwords: for their owner only. */
const MODE = 0o600;

/** Writes an archive beside its name and gives it the name when it is complete. What it writes goes through, never into memory. */
export class ArchiveWriter {
  private readonly part: string;
  private readonly tar = pack();
  private readonly written: Promise<void>;
  private readonly sumsFile: string;
  private readonly sums: WriteStream;

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
    this.written = pipeline(this.tar, createWriteStream(this.part, { mode: MODE }), { signal });
    // Told by whatever is written next.
    this.written.catch(() => undefined);
    this.sumsFile = join(folder, SUMS);
    this.sums = createWriteStream(this.sumsFile, { mode: MODE });
  }

  async addText(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    await this.add(name, content.length, [content]);
  }

  async addFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.add(name, size, createReadStream(path));
  }

  async addStream(name: string, size: number, stream: Readable): Promise<void> {
    await this.add(name, size, stream);
  }

  /** Adds the sums of all entries, and gives the archive its name once it is on the disk. */
  async finish(): Promise<void> {
    await finished(this.sums.end());
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
    await rm(this.part, { force: true });
  }

  private async add(name: string, size: number, content: Readable | Buffer[]): Promise<void> {
    const sum = await this.append(name, size, content);
    this.sums.write(`${sum}  ${name}\n`);
  }

  private async append(name: string, size: number, content: Readable | Buffer[]): Promise<string> {
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const entry = this.tar.entry({ name, size, mtime: this.at });
    const failed = this.written.then(() => new Promise<never>(() => undefined));
    const added = pipeline(content, hashing, entry, { signal: this.signal });
    // A disk that is full shows in the archive, of which the entry then only knows that it ended.
    added.catch(() => undefined);
    await Promise.race([added, failed]);
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
  return basename(`gmb-moments-${date}-${time!.slice(0, 8).replaceAll(':', '')}.tar`);
}
