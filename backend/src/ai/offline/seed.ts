import { createHash } from 'node:crypto';

/** Choices that are always the same for one picture, and different from picture to picture. */
export class Seed {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(...parts: (string | Buffer)[]) {
    const hash = createHash('sha512');
    for (const part of parts) hash.update(part).update('\0');
    this.bytes = hash.digest();
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    const value = this.bytes.readUInt16BE(this.at);
    this.at = (this.at + 2) % this.bytes.length;
    return value % Math.max(count, 1);
  }

  /** One of the entries, or undefined when there is none. */
  pick<T>(entries: T[]): T | undefined {
    return entries[this.below(entries.length)];
  }

  /** The entries in an order of its own. */
  shuffle<T>(entries: T[]): T[] {
    const left = [...entries];
    return entries.map(() => left.splice(this.below(left.length), 1)[0]!);
  }

  /** The entries from some place on, the first ones following the last. */
  rotate<T>(entries: T[]): T[] {
    const start = this.below(entries.length);
    return [...entries.slice(start), ...entries.slice(0, start)];
  }
}
