import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottledLogger } from '../logging/throttled-logger.js';

/**
 * Periodic work of each process; the first round is at the start. A round is skipped while the previous one runs.
 * Errors are logged.
 */
export abstract class Sweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;
  private readonly log: ThrottledLogger;

  protected constructor(
    name: string,
    private readonly everyMs: number,
  ) {
    this.log = new ThrottledLogger(new Logger(name));
  }

  /** One round. Several processes may run it at the same time. */
  abstract sweep(): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.round(), this.everyMs);
    void this.round();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async round(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      await this.sweep();
    } catch (error) {
      this.log.warn(`The sweep failed and will be repeated: ${String(error)}`);
    } finally {
      this.isRunning = false;
    }
  }
}
