import type { FileHandle } from 'node:fs/promises';

/** Bytes that are looked at together. */
const WINDOW_BYTES = 256 * 1024;

/** Part of a file: from the first byte up to the one before `end`. */
export interface Range {
  start: number;
  end: number;
}

/** A file of any size that is looked through from its beginning to its end, of which little is in memory. */
export class Bytes {
  private window: Buffer = Buffer.alloc(0);
  private windowAt = 0;

  constructor(private readonly read: (at: number, length: number) => Promise<Buffer>) {}

  static ofFile(file: FileHandle): Bytes {
    return new Bytes(async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    });
  }

  static of(content: Buffer): Bytes {
    return new Bytes((at, length) => Promise.resolve(content.subarray(at, at + length)));
  }

  /** At least `length` bytes from `at` on, unless the file ends before. */
  async from(at: number, length: number): Promise<Buffer> {
    const isHeld = at >= this.windowAt && at + length <= this.windowAt + this.window.length;
    if (!isHeld) {
      this.window = await this.read(at, Math.max(length, WINDOW_BYTES));
      this.windowAt = at;
    }
    return this.window.subarray(at - this.windowAt);
  }
}

/** What a picture's file consists of, without its metadata. */
export interface PictureParts {
  /** What stands before the metadata, and behind it. */
  head: Range[];
  rest: Range[];
}

/** The file is not what its kind promises: decoders may read it, but it cannot be copied in parts. */
export class MalformedPicture extends Error {}
