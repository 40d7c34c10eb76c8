import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Not compressed, since pictures are already. */
const STORED = { compress: false };
/** Bytes of the end record of a ZIP; no program opens a ZIP without it. */
const END_RECORD_BYTES = 22;

/**
 * Writes a ZIP to a stream, with backpressure. Only the list of files is in memory. Beyond 4 GB it is a ZIP64.
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
   * @throws if the reader has disconnected, or the content cannot be read
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
   * @param note called when the connection has accepted all but the end record, which is sent after it
   * @throws if the reader has disconnected; the error of `note`, without sending the end record
   */
  end(note: () => Promise<void>): Promise<void> {
    this.note = note;
    this.zip.end();
    return this.sent;
  }

  /** Aborts the ZIP, so that the reader does not take it for complete. */
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
        const end = Math.max(0, bytes.length - END_RECORD_BYTES);
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

/** Writes bytes, and returns once the connection has accepted them. @throws if the reader has disconnected */
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
