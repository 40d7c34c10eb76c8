import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { failedWith } from './start-error.js';

const MAX_BYTES = 5_000_000;

/** A log file that never grows beyond `maxBytes`: the full one is kept once, under the name `<file>.1`. */
export class BoundedLog {
  private bytes: number;
  private last = '';

  constructor(
    private readonly file: string,
    private readonly maxBytes = MAX_BYTES,
  ) {
    this.bytes = sizeOf(file);
  }

  /** The last lines that were written through this object. */
  get tail(): string {
    return this.last;
  }

  write(chunk: Buffer): void {
    this.last = (this.last + chunk.toString('utf8')).slice(-4000);
    try {
      this.append(chunk);
    } catch (error) {
      // A full disk must not bring the database down for the sake of its log.
      if (!failedWith(error, 'ENOSPC', 'EDQUOT')) throw error;
    }
  }

  private append(chunk: Buffer): void {
    if (this.bytes > 0 && this.bytes + chunk.length > this.maxBytes) {
      rmSync(`${this.file}.1`, { force: true });
      renameSync(this.file, `${this.file}.1`);
      this.bytes = 0;
    }
    appendFileSync(this.file, chunk.subarray(-this.maxBytes), { mode: 0o600 });
    this.bytes += Math.min(chunk.length, this.maxBytes);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
