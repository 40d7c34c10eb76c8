import { createHash } from 'node:crypto';
import { Global, Injectable, Module } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import type { ErrorCode } from '../../contract/errors.js';
import { AppError } from '../http/errors.js';
import { Lookups, type Refusals } from './lookups.js';
import { countInWindow, undoUse } from './rate-limits.queries.js';

interface Limit {
  points: number;
  seconds: number;
  /** Counted in the database for all processes together; otherwise each process counts for itself, in memory. */
  isShared?: true;
  /** The sentence of the answer 429; none if the caller answers itself. */
  refusal?: string;
}

const MINUTE = 60;
const LINK_READS = 'This page was loaded too often in a short time. Please wait a minute, then reload it.';
const LINK_WRITES = 'There were too many decisions on this link in a short time. Please wait a minute, then go on.';
const UNDOS = 'This decision was taken back too often in a short time. Please wait a few minutes, then decide again.';
const PASSCODES = 'Too many wrong passcodes were given for this link. Please try again in a few minutes.';
const LINK_MISSES =
  'Too many links that lead nowhere were opened from your network. Please wait a minute, then try again.';
const BODIES =
  'Too many requests from your network could not be read or were not valid. Please wait a minute, then try again.';
const PICTURE_MISSES =
  'Too many pictures that do not exist were asked for from your network. Please wait a minute, then reload the page.';
const LOGINS = 'Too many failed logins. Please try again in a few minutes.';
const SIGN_INS = 'Too many sign-ins began in your network in a short time. Please try again in a few minutes.';
const RESETS = 'A new password was asked for too often. Please look into your mailbox, or try again in a while.';
const INVITATIONS = 'Too many invitations were sent in a short time. Please go on in an hour.';
const STAFF_MAILS = 'Too many mails were sent to this address by hand in a short time. Please go on in an hour.';
const API_KEYS = 'This API key was used too often in a short time. Please wait as long as Retry-After says.';
const KEY_MISSES = 'Too many API keys that do not exist were used from your network. Please wait a minute.';
const PASSWORDS = 'Too many wrong passwords. Please try again in a few minutes.';

/**
 * All limits: `points` uses per key within a window of `seconds`, which begins with the first use. Comments name the
 * key.
 */
export const LIMITS = {
  // Failed logins: a network.
  login: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: LOGINS },
  // Failed logins: an account, from networks from which it has not signed in before.
  loginByAll: { points: 100, seconds: 15 * MINUTE, isShared: true, refusal: LOGINS },
  // Sign-ins with a wrong code: an account, from networks from which it has not signed in before.
  codeByAll: { points: 20, seconds: 60 * MINUTE, isShared: true, refusal: LOGINS },
  // Sign-ins that were asked for a code: a network. Enough for an office in the morning.
  codeAsked: { points: 60, seconds: 15 * MINUTE, isShared: true, refusal: LOGINS },
  // Sign-ins that go to the provider of single sign-on: a network. As many as an office that comes to work.
  signInBegun: { points: 120, seconds: 15 * MINUTE, isShared: true, refusal: SIGN_INS },
  // Wrong current passwords, when the own password is changed: a session, which no other person has.
  currentPassword: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: PASSWORDS },
  // Asking for a new password: a network.
  passwordReset: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: RESETS },
  // Asking for a new password: an e-mail address, of an account or not. Each use may send a mail.
  passwordResetByAll: { points: 5, seconds: 60 * MINUTE, isShared: true, refusal: RESETS },
  // Invitations of colleagues: a member of staff.
  invitation: { points: 50, seconds: 60 * MINUTE, isShared: true, refusal: INVITATIONS },
  // Mails that staff send by hand (shared links, reminders, tests, invitations): an address.
  staffMail: { points: 20, seconds: 60 * MINUTE, isShared: true, refusal: STAFF_MAILS },
  // Requests by an API key: the key. Ten a second on average.
  apiKey: { points: 600, seconds: MINUTE, isShared: true, refusal: API_KEYS },
  // Refused bodies of requests without a session: a network. More than a whole office causes by mistake.
  refusedBody: { points: 60, seconds: MINUTE, refusal: BODIES },
  // Uses of a link: link and network. Enough for ten people of one office who approve 30 images each at once.
  linkRead: { points: 900, seconds: MINUTE, refusal: LINK_READS },
  linkWrite: { points: 300, seconds: MINUTE, refusal: LINK_WRITES },
  // Uses of a link, from all networks: the link. Enough for a hundred people.
  linkReadByAll: { points: 9000, seconds: MINUTE, refusal: LINK_READS },
  linkWriteByAll: { points: 3000, seconds: MINUTE, refusal: LINK_WRITES },
  // Wrong passcodes: link and network.
  passcode: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: PASSCODES },
  // Changes of a section's decision: section and network. Enough for several people of one office.
  decision: { points: 10, seconds: 15 * MINUTE, isShared: true },
  // Changes of a section's decision: a section.
  decisionByAll: { points: 40, seconds: 15 * MINUTE, isShared: true },
  // Undone decisions: an image or a section. Each one adds an entry to the history.
  undo: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: UNDOS },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/**
 * Look-ups of links, tokens and ids that do not exist, of all kinds together: a network. Enough for two pages of
 * images that were deleted meanwhile. `atOnce` is less than half of a process's database connections
 * (`DATABASE_POOL`, 20).
 */
const GUESSES = { points: 120, seconds: MINUTE, atOnce: 8 };
/**
 * Look-ups of pictures that do not exist: a network. Enough for ten people with a page of images that were deleted
 * meanwhile.
 */
const PICTURE_GUESSES = { points: 600, seconds: MINUTE, atOnce: 32 };
/** Look-ups of API keys that do not exist: a network. Enough for a program that retries with a revoked key. */
const KEY_GUESSES = { points: 120, seconds: MINUTE, atOnce: 16 };
/**
 * After this number of refusals of a key within a minute, a process refuses it without asking the database for the
 * rest of the minute.
 */
const SHARED_REFUSALS = { points: 50, duration: MINUTE };

/** The state of a limit after a use. */
export interface Quota {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the next window. */
  resetSeconds: number;
  /** Set if there were too many uses: the answer 429. */
  refusal?: AppError;
}

/** A limit and key that one use counts for. */
export interface LimitUse {
  limit: LimitName;
  key: string;
}

/** Counts uses, and refuses them above their limits (`LIMITS`). */
@Injectable()
export class Limits {
  private readonly inMemory = new Map<LimitName, RateLimiterMemory>();
  private readonly sharedRefusals = new RateLimiterMemory(SHARED_REFUSALS);
  private readonly lookups = new Lookups(GUESSES, refusalsOf(LINK_MISSES, 'DATABASE_UNAVAILABLE'));
  private readonly pictures = new Lookups(PICTURE_GUESSES, refusalsOf(PICTURE_MISSES, 'STORAGE_UNAVAILABLE'));

  private readonly keys = new Lookups(KEY_GUESSES, refusalsOf(KEY_MISSES, 'DATABASE_UNAVAILABLE'));

  constructor(private readonly db: DataSource) {}

  /**
   * Counts one use. A refused one counts as well.
   * @throws AppError 429 when there were too many
   */
  async consume(name: LimitName, key: string): Promise<void> {
    const waitMs = await this.count(name, key);
    if (waitMs > 0) throw tooMany(name, waitMs);
  }

  /**
   * Counts one use without refusing it.
   * @returns milliseconds until the next window if there were too many in this one, otherwise 0
   */
  async count(name: LimitName, key: string): Promise<number> {
    const limit: Limit = LIMITS[name];
    if (limit.isShared) return this.countShared(limit, hashedKey(name, key));
    const { consumedPoints, msBeforeNext } = await this.counter(name).penalty(hashedKey(name, key));
    return consumedPoints > limit.points ? msBeforeNext : 0;
  }

  /** Counts one use, also if it is refused, and returns the state of the limit. For shared limits. */
  async meter(name: LimitName, key: string): Promise<Quota> {
    const { points: limit, seconds: windowSeconds }: Limit = LIMITS[name];
    const { points, leftMs } = await this.countWithin(LIMITS[name], hashedKey(name, key));
    const quota = { limit, windowSeconds, remaining: Math.max(0, limit - points), resetSeconds: secondsOf(leftMs) };
    return points > limit ? { ...quota, refusal: tooMany(name, leftMs) } : quota;
  }

  /**
   * Checks a limit without counting. For limits that are counted in memory.
   * @throws AppError 429 if no use is left in this window
   */
  async check(name: LimitName, key: string): Promise<void> {
    const counted = await this.counter(name).get(hashedKey(name, key));
    if (counted && counted.consumedPoints >= LIMITS[name].points) throw tooMany(name, counted.msBeforeNext);
  }

  /**
   * Does work whose failures are limited, and undoes the counts if it succeeds. For shared limits.
   * @param counts counted in this order until one is refused
   * @throws AppError 429 when there were too many failures
   */
  async attempt<T>(counts: LimitUse[], work: () => Promise<T>): Promise<T> {
    // Counted before the work, so that concurrent attempts cannot all pass.
    for (const { limit, key } of counts) await this.consume(limit, key);
    const result = await work();
    await Promise.all(counts.map(({ limit, key }) => undoUse(this.db, hashedKey(limit, key))));
    return result;
  }

  /**
   * Looks up a link, token or id that people without a session may be guessing. Counted before the database is
   * queried, for all kinds of look-ups together. A few look-ups of a network run at a time; others wait.
   * @param lookup the result `null` counts as a miss of the network
   * @throws AppError 429 if the network had too many misses
   */
  find<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    return this.lookups.find(network, lookup);
  }

  /** Like `find`, for pictures. @throws AppError 429 */
  findPicture<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    return this.pictures.find(network, lookup);
  }

  /** Like `find`, for API keys. @throws AppError 429 */
  findKey<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    return this.keys.find(network, lookup);
  }

  /** Does other database work for a request without a session, in the same queue of the network as `find`. */
  inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.lookups.run(network, work);
  }

  private async countShared(limit: Limit, key: string): Promise<number> {
    const { points, leftMs } = await this.countWithin(limit, key);
    return points > limit.points ? leftMs : 0;
  }

  private async countWithin(limit: Limit, key: string): Promise<{ points: number; leftMs: number }> {
    const refusals = await this.sharedRefusals.get(key);
    if (refusals && refusals.consumedPoints >= SHARED_REFUSALS.points)
      return { points: Infinity, leftMs: refusals.msBeforeNext };
    const counted = await countInWindow(this.db, limit, key);
    if (counted.points > limit.points) await this.sharedRefusals.penalty(key);
    return counted;
  }

  private counter(name: LimitName): RateLimiterMemory {
    const { points, seconds } = LIMITS[name];
    const counter = this.inMemory.get(name) ?? new RateLimiterMemory({ points, duration: seconds });
    this.inMemory.set(name, counter);
    return counter;
  }
}

@Global()
@Module({ providers: [Limits], exports: [Limits] })
export class LimitsModule {}

/**
 * A key as it is stored: a digest, because keys from requests may be long, and so that no network address is stored.
 */
export function hashedKey(prefix: string, key: string): string {
  return `${prefix}:${createHash('sha256').update(key).digest('base64url')}`;
}

function tooMany(name: LimitName, waitMs: number): AppError {
  const { refusal = 'Too many requests.' }: Limit = LIMITS[name];
  return refused(refusal, waitMs);
}

/** 429 with this sentence for too many misses, and 503 with this code if the network's queue is too slow. */
function refusalsOf(sentence: string, code: ErrorCode): Refusals {
  const busy = 'Too much from your network waits for an answer right now. Please try again in a few seconds.';
  return {
    usedUp: (waitMs) => refused(sentence, waitMs),
    busy: () => new AppError(503, code, busy, { retryAfterSeconds: 2 }),
  };
}

function refused(sentence: string, waitMs: number): AppError {
  return new AppError(429, 'TOO_MANY_REQUESTS', sentence, { retryAfterSeconds: secondsOf(waitMs) });
}

function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
