import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Pictures are compressed already. */
const STORED = { compress: false };
/** Bytes of the record that a ZIP ends with: without it no program opens it. */
const END = 22;

/**
 * Writes a ZIP to a stream, no faster than the stream is read. Only the list of its files stays in memory. Beyond 4 GB it is a
 * ZIP64.
 */
export class ZipStream {
  private readonly zip = new ZipFile();
  private readonly sent: Promise<void>;
  private note: () => Promise<void> = async () => undefined;

  constructor(target: Writable) {
    this.sent = this.sendTo(target);
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

  /**
   * Returns once everything was sent.
   * @param note is called when the connection has taken all but the end, which is sent once it has noted that
   * @throws when the reader has left, or the error of `note`; then the end was not sent
   */
  end(note: () => Promise<void>): Promise<void> {
    this.note = note;
    this.zip.end();
    return this.sent;
  }

  /** Breaks it off: its reader does not take it for a whole one. */
  destroy(): void {
    (this.zip.outputStream as Readable).destroy();
  }

  private async sendTo(target: Writable): Promise<void> {
    const output = this.zip.outputStream as Readable;
    const leave = (): void => void output.destroy();
    target.once('close', leave);
    try {
      let held: Buffer = Buffer.alloc(0);
      for await (const chunk of output as AsyncIterable<Buffer>) {
        const bytes = Buffer.concat([held, chunk]);
        const end = Math.max(0, bytes.length - END);
        if (end > 0) await written(target, bytes.subarray(0, end));
        held = bytes.subarray(end);
      }
      await this.note();
      await written(target, held);
      target.off('close', leave);
      target.end();
      await finished(target);
    } catch (error) {
      target.destroy();
      throw error;
    }
  }

  /** Never resolves while files are added. */
  private async broken(): Promise<never> {
    await this.sent;
    throw new Error('the ZIP ended early');
  }
}

/** Returns once the connection has taken the bytes. @throws when the reader has left */
function written(target: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const left = (): void => reject(new Error('the reader has left'));
    if (target.destroyed) return left();
    target.once('close', left);
    target.write(bytes, (error) => {
      target.off('close', left);
      if (error) reject(error);
      else resolve();
    });
  });
}
