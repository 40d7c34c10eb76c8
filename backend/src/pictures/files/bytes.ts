import type { FileHandle } from 'node:fs/promises';

/** Minimum bytes of one read from the file. */
const WINDOW_BYTES = 256 * 1024;

/** A range of a file, in bytes; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** Reads a file of any size, mostly from its beginning to its end, with only one window of it in memory. */
export class ByteSource {
  private window: Buffer = Buffer.alloc(0);
  private windowAt = 0;

  constructor(private readonly read: (at: number, length: number) => Promise<Buffer>) {}

  static ofFile(file: FileHandle): ByteSource {
    return new ByteSource(async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    });
  }

  static of(content: Buffer): ByteSource {
    return new ByteSource((at, length) => Promise.resolve(content.subarray(at, at + length)));
  }

  /** Returns at least `length` bytes from the offset `at` on; fewer if the file ends before. */
  async from(at: number, length: number): Promise<Buffer> {
    const isHeld = at >= this.windowAt && at + length <= this.windowAt + this.window.length;
    if (!isHeld) {
      this.window = await this.read(at, Math.max(length, WINDOW_BYTES));
      this.windowAt = at;
    }
    return this.window.subarray(at - this.windowAt);
  }
}

/** The ranges of a picture's file without its metadata. */
export interface PictureParts {
  /** `head` is written before the new metadata, `rest` behind them. */
  head: Range[];
  rest: Range[];
}

/** The file violates its format: decoders may still read it, but its parts cannot be copied safely. */
export class MalformedPicture extends Error {}
