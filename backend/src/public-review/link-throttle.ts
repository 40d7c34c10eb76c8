import { Injectable } from '@nestjs/common';
import { Limits } from '../platform/limits/limits.js';
import type { Visitor } from './visitor.decorator.js';

export type Use = 'read' | 'write';

const LIMITS = { read: 'linkRead', write: 'linkWrite' } as const;

/**
 * Limits how often public links are used, and how many can be guessed. Counted in memory, so that a decision costs no
 * further query: n processes let n times as much through. Changes of a decision, which the history keeps, have a limit of
 * their own that is shared (`optimizations/decision-throttle.ts`).
 */
@Injectable()
export class LinkThrottle {
  constructor(private readonly limits: Limits) {}

  /**
   * Looks a link up, and counts its use by a visitor who is not staff. A link that does not exist counts as guessed.
   * @param asked what the link is named by, for its use to be counted before the look-up. Where that is an image, the use counts
   * for the link that is found.
   * @throws AppError 429 after too many guesses, whether the link exists or not; after too many uses of it, from this
   * network or from all together
   */
  async countAndFind<Found extends { id: string }>(
    visitor: Pick<Visitor, 'network' | 'staff'>,
    use: Use,
    lookup: () => Promise<Found | null>,
    asked?: string,
  ): Promise<Found | null> {
    return this.limits.find(visitor.network, async () => {
      if (asked !== undefined) await this.countUse(visitor, use, asked);
      const found = await lookup();
      if (found && asked === undefined) await this.countUse(visitor, use, found.id);
      return found;
    });
  }

  /**
   * Counts an undone decision of a visitor who is not staff.
   * @param what the image or section that it is about
   * @throws AppError 429 when there were too many
   */
  async undo({ staff }: Visitor, what: string): Promise<void> {
    if (!staff) await this.limits.consume('undo', what);
  }

  private async countUse(
    { network, staff }: Pick<Visitor, 'network' | 'staff'>,
    use: Use,
    link: string,
  ): Promise<void> {
    if (staff) return;
    // An id names the same link in capital letters.
    const key = link.toLowerCase();
    await this.limits.consume(LIMITS[use], `${key} ${network}`);
    await this.limits.consume(`${LIMITS[use]}ByAll`, key);
  }
}
