import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Pictures are compressed already. */
const STORED = { compress: false };

/**
 * Writes a ZIP to a stream, no faster than the stream is read. Only the list of its files stays in memory. Beyond 4 GB it is a
 * ZIP64.
 */
export class ZipStream {
  private readonly zip = new ZipFile();
  private readonly sent: Promise<void>;

  constructor(target: Writable) {
    this.sent = pipeline(this.zip.outputStream as Readable, target);
    // `addFile` and `end` throw the error.
    this.sent.catch(() => undefined);
  }

  /**
   * Adds a file, and returns once its content was read.
   * @throws when the reader has left, or the content cannot be read
   */
  async addFile(name: string, content: () => AsyncIterable<Buffer>): Promise<{ sha256: string; bytes: number }> {
    const hash = createHash('sha256');
    let bytes = 0;
    let source: Readable | undefined;
    const read = new Promise<void>((resolve, reject) => {
      this.zip.addReadStreamLazy(name, STORED, (use) => {
        source = Readable.from(content(), { objectMode: false }).on('data', (chunk: Buffer) => {
          hash.update(chunk);
          bytes += chunk.length;
        });
        finished(source).then(resolve, reject);
        use(null, source);
      });
    });
    try {
      await Promise.race([read, this.broken()]);
      return { sha256: hash.digest('hex'), bytes };
    } finally {
      source?.destroy();
    }
  }

  addText(name: string, text: string): void {
    this.zip.addBuffer(Buffer.from(text), name, STORED);
  }

  /** Returns once everything was sent. @throws when the reader has left */
  end(): Promise<void> {
    this.zip.end();
    return this.sent;
  }

  /** Breaks it off: its reader does not take it for a whole one. */
  destroy(): void {
    (this.zip.outputStream as Readable).destroy();
  }

  /** Never resolves while files are added. */
  private async broken(): Promise<never> {
    await this.sent;
    throw new Error('the ZIP ended early');
  }
}
