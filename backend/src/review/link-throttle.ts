import { Injectable } from '@nestjs/common';
import { Limits } from '../platform/limits/limits.js';

export type Use = 'read' | 'write';

const LIMITS = {
  read: { fromOne: 'linkRead', fromAll: 'linkReadByAll' },
  write: { fromOne: 'linkWrite', fromAll: 'linkWriteByAll' },
} as const;

/**
 * Limits how often public links are used, and how many can be guessed. Counted in memory, so that a decision costs no
 * further query: n processes let n times as much through. Changes of a decision, which the history keeps, have a limit of
 * their own that is shared (`decision-throttle.ts`).
 */
@Injectable()
export class LinkThrottle {
  constructor(private readonly limits: Limits) {}

  /**
   * Looks a link up; one that does not exist counts as guessed.
   * @throws AppError 429 after too many guesses, whether the link exists or not
   */
  async look<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    await this.limits.check('linkMiss', network);
    const found = await lookup();
    if (found === null) await this.limits.count('linkMiss', network);
    return found;
  }

  /**
   * Counts one decision that is taken back.
   * @param what the image or section that it is about
   * @throws AppError 429 when there were too many
   */
  undo(what: string): Promise<void> {
    return this.limits.consume('undo', what);
  }

  /**
   * Counts one use of a link that exists.
   * @throws AppError 429 when there were too many, from this network or from all together
   */
  async use(what: Use, link: string, network: string): Promise<void> {
    await this.limits.consume(LIMITS[what].fromOne, `${link} ${network}`);
    await this.limits.consume(LIMITS[what].fromAll, link);
  }
}
