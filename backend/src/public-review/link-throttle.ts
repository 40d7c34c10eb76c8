import { Injectable } from '@nestjs/common';
import { Limits } from '../platform/limits/limits.js';
import type { Visitor } from './visitor.decorator.js';

export type LinkUse = 'read' | 'write';

const LIMITS = { read: 'linkRead', write: 'linkWrite' } as const;

/**
 * Limits how often public links are used, and how many can be guessed. Counts are kept in memory, so that a decision
 * needs no further query; n processes allow n times as much. Changes of a decision have a limit that all processes
 * share (`optimizations/decision-throttle.ts`).
 */
@Injectable()
export class LinkThrottle {
  constructor(private readonly limits: Limits) {}

  /**
   * Looks a link up, and counts its use by a visitor who is not staff. A link that does not exist counts as a guess.
   * @param linkKey identifies the link, so that its use is counted before the look-up; if it is missing, because the
   * request names an image, the use is counted by the id of what was found
   * @throws AppError 429 after too many guesses, whether the link exists or not; after too many uses of it, from this
   * network or from all together
   */
  async countAndFind<Found extends { id: string }>(
    visitor: Pick<Visitor, 'network' | 'staff'>,
    use: LinkUse,
    lookup: () => Promise<Found | null>,
    linkKey?: string,
  ): Promise<Found | null> {
    return this.limits.find(visitor.network, async () => {
      if (linkKey !== undefined) await this.countUse(visitor, use, linkKey);
      const found = await lookup();
      if (found && linkKey === undefined) await this.countUse(visitor, use, found.id);
      return found;
    });
  }

  /**
   * Counts an undo by a visitor who is not staff.
   * @param itemKey identifies the image or section
   * @throws AppError 429 when there were too many
   */
  async countUndo({ staff }: Visitor, itemKey: string): Promise<void> {
    if (!staff) await this.limits.consume('undo', itemKey);
  }

  private async countUse(
    { network, staff }: Pick<Visitor, 'network' | 'staff'>,
    use: LinkUse,
    link: string,
  ): Promise<void> {
    if (staff) return;
    // Ids are accepted in capital letters too.
    const key = link.toLowerCase();
    await this.limits.consume(LIMITS[use], `${key} ${network}`);
    await this.limits.consume(`${LIMITS[use]}ByAll`, key);
  }
}
