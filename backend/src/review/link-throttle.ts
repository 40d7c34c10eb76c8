import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../common/errors.js';

const WINDOW = { duration: 60 };

/** Uses of one link in a minute: ten people of one office who approve 30 images each at once, and a hundred from all over. */
const USES = {
  read: { fromOne: 900, fromAll: 9000 },
  write: { fromOne: 300, fromAll: 3000 },
} as const;
export type Use = keyof typeof USES;

/** Links that lead nowhere, from one network in a minute: two pages full of images that were deleted meanwhile, and some. */
const MISSES = 120;

const TOO_FAST = {
  read: 'This page was loaded too often in a short time. Please wait a minute, then reload it.',
  write: 'There were too many decisions on this link in a short time. Please wait a minute, then go on.',
} as const satisfies Record<Use, string>;
const TOO_MANY_MISSES =
  'Too many links that lead nowhere were opened from your network. Please wait a minute, then try again.';

/**
 * Limits what can be done with public links, and how many can be guessed. Each process counts for itself, in memory:
 * a decision costs no further question to the database, and n processes let n times as much through. Changes of a
 * decision, which stay in the history for ever, have a limit of their own that counts for all (`decision-throttle.ts`).
 */
@Injectable()
export class LinkThrottle {
  private readonly misses = new RateLimiterMemory({ points: MISSES, ...WINDOW });
  private readonly uses = { read: limitersOf('read'), write: limitersOf('write') };

  /**
   * Looks a link up; one that is not there counts as guessed.
   * @throws AppError 429 after too many guesses, whether the link is there or not
   */
  async look<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    const missed = await this.misses.get(network);
    if (missed && missed.consumedPoints >= MISSES) throw tooMany(TOO_MANY_MISSES, missed);
    const found = await lookup();
    if (found === null) await this.misses.penalty(network);
    return found;
  }

  /**
   * Counts one use of a link that is there.
   * @throws AppError 429 when there were too many, from this network or from all together
   */
  async use(what: Use, link: string, network: string): Promise<void> {
    const { fromOne, fromAll } = this.uses[what];
    try {
      await fromOne.consume(`${link} ${network}`);
      await fromAll.consume(link);
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(TOO_FAST[what], error) : error;
    }
  }
}

function limitersOf(what: Use) {
  const { fromOne, fromAll } = USES[what];
  return {
    fromOne: new RateLimiterMemory({ points: fromOne, ...WINDOW }),
    fromAll: new RateLimiterMemory({ points: fromAll, ...WINDOW }),
  };
}

function tooMany(message: string, { msBeforeNext }: RateLimiterRes): AppError {
  return new AppError(429, 'TOO_MANY_REQUESTS', message, { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) });
}
