import type { Logger } from '@nestjs/common';

const INTERVAL_MS = 30_000;

/** Logs the first of repeated warnings, and then one every 30 seconds with the number of those left out. */
export class ThrottledLogger {
  private silentUntil = 0;
  private skipped = 0;

  constructor(private readonly logger: Logger) {}

  warn(message: string): void {
    const now = Date.now();
    if (now < this.silentUntil) {
      this.skipped += 1;
      return;
    }
    const more = this.skipped > 0 ? ` (and ${this.skipped} times before, like this or similar)` : '';
    this.logger.warn(message + more);
    this.silentUntil = now + INTERVAL_MS;
    this.skipped = 0;
  }
}
