import type { Logger } from '@nestjs/common';

/** How long a trouble that was told is not told again. */
const QUIET_MS = 30_000;

/** Tells of a trouble that repeats itself, such as a server that is away: at once, and then now and again. */
export class CalmLog {
  private quietUntil = 0;
  private untold = 0;

  constructor(private readonly logger: Logger) {}

  warn(message: string): void {
    const now = Date.now();
    if (now < this.quietUntil) {
      this.untold += 1;
      return;
    }
    this.logger.warn(this.untold > 0 ? `${message} (and ${this.untold} times before, like this or similar)` : message);
    this.quietUntil = now + QUIET_MS;
    this.untold = 0;
  }
}
