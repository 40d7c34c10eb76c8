import { createHash } from 'node:crypto';
import { Global, Injectable, Module } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import type { ErrorCode } from '../../contract/errors.js';
import { AppError } from '../http/errors.js';
import { Lookups, type Refusals } from './lookups.js';
import { countInWindow, takeUseBack } from './rate-limits.queries.js';

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

/** How many times something may be done within a window, which begins with the first time. The comment names the key. */
export const LIMITS = {
  // Failed logins: a network.
  login: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: LOGINS },
  // The same: an account, from networks from which it has not signed in before.
  loginByAll: { points: 100, seconds: 15 * MINUTE, isShared: true, refusal: LOGINS },
  // Sign-ins with a wrong code: an account, from networks from which it has not signed in before.
  codeByAll: { points: 20, seconds: 60 * MINUTE, isShared: true, refusal: LOGINS },
  // Sign-ins that were asked for a code: a network. As many as an office that comes to work.
  codeAsked: { points: 60, seconds: 15 * MINUTE, isShared: true, refusal: LOGINS },
  // Sign-ins that go to the provider of single sign-on: a network. As many as an office that comes to work.
  signInBegun: { points: 120, seconds: 15 * MINUTE, isShared: true, refusal: SIGN_INS },
  // Wrong current passwords, when the own password is changed: a session, which no other person has.
  currentPassword: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: PASSWORDS },
  // Asking for a new password: a network.
  passwordReset: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: RESETS },
  // The same: an e-mail, of an account or not. Each may be a mail.
  passwordResetByAll: { points: 5, seconds: 60 * MINUTE, isShared: true, refusal: RESETS },
  // Invitations of colleagues: a member of staff.
  invitation: { points: 50, seconds: 60 * MINUTE, isShared: true, refusal: INVITATIONS },
  // Mails that staff send by hand (shared links, reminders, tests, invitations): an address.
  staffMail: { points: 20, seconds: 60 * MINUTE, isShared: true, refusal: STAFF_MAILS },
  // Requests by an API key: the key. Ten a second, for ever.
  apiKey: { points: 600, seconds: MINUTE, isShared: true, refusal: API_KEYS },
  // Refused bodies of requests without a session: a network. More than the forms of a whole office bring about by mistake.
  refusedBody: { points: 60, seconds: MINUTE, refusal: BODIES },
  // Uses of a link, by link and network. Enough for ten people of one office who approve 30 images each at once.
  linkRead: { points: 900, seconds: MINUTE, refusal: LINK_READS },
  linkWrite: { points: 300, seconds: MINUTE, refusal: LINK_WRITES },
  // Uses of a link, by link, from wherever. Enough for a hundred people.
  linkReadByAll: { points: 9000, seconds: MINUTE, refusal: LINK_READS },
  linkWriteByAll: { points: 3000, seconds: MINUTE, refusal: LINK_WRITES },
  // Wrong passcodes: link and network.
  passcode: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: PASSCODES },
  // Changes of a section's decision: section and network. Several people of one office who discuss it.
  decision: { points: 10, seconds: 15 * MINUTE, isShared: true },
  // The same: a section.
  decisionByAll: { points: 40, seconds: 15 * MINUTE, isShared: true },
  // Decisions that are taken back: an image or a section. One more entry of the history each, which stays.
  undo: { points: 10, seconds: 15 * MINUTE, isShared: true, refusal: UNDOS },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/**
 * Links, tokens and ids that lead nowhere: a network, by whichever way it asks. Two pages full of images that were deleted
 * meanwhile, and some. One network has fewer than half of the connections that a process has to its database (`DATABASE_POOL`, 20).
 */
const GUESSES = { points: 120, seconds: MINUTE, atOnce: 8 };
/** Pictures that do not exist: a network. Ten people of one office, each with a page of images that were deleted meanwhile. */
const PICTURE_GUESSES = { points: 600, seconds: MINUTE, atOnce: 32 };
/** API keys that do not exist: a network. A program whose key was revoked, and that tries on. */
const KEY_GUESSES = { points: 120, seconds: MINUTE, atOnce: 16 };
/** A process that has refused a key of a shared limit so often within a minute asks the database no more until that is over. */
const SHARED_REFUSALS = { points: 50, duration: MINUTE };

/** What is left of a limit in its window. */
export interface Quota {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the next window. */
  resetSeconds: number;
  /** Set when there were too many: the answer 429. */
  refusal?: AppError;
}

/** What one use counts for. */
export interface Count {
  limit: LimitName;
  key: string;
}

/** Counts what is limited, and refuses what is too much. */
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

  /** Counts one use, a refused one as well, and says what is left. For shared limits. */
  async meter(name: LimitName, key: string): Promise<Quota> {
    const { points: limit, seconds: windowSeconds }: Limit = LIMITS[name];
    const { points, leftMs } = await this.countWithin(LIMITS[name], hashedKey(name, key));
    const quota = { limit, windowSeconds, remaining: Math.max(0, limit - points), resetSeconds: secondsOf(leftMs) };
    return points > limit ? { ...quota, refusal: tooMany(name, leftMs) } : quota;
  }

  /**
   * Counts nothing. For limits that are counted in memory.
   * @throws AppError 429 when all uses of this window are used up
   */
  async check(name: LimitName, key: string): Promise<void> {
    const counted = await this.counter(name).get(hashedKey(name, key));
    if (counted && counted.consumedPoints >= LIMITS[name].points) throw tooMany(name, counted.msBeforeNext);
  }

  /**
   * Does work whose failures are limited. For shared limits.
   * @param counts each is counted; a refused one leaves those behind it uncounted
   * @throws AppError 429 when there were too many failures
   */
  async attempt<T>(counts: Count[], work: () => Promise<T>): Promise<T> {
    // Counted before the work, so that concurrent attempts cannot all pass.
    for (const { limit, key } of counts) await this.consume(limit, key);
    const result = await work();
    await Promise.all(counts.map(({ limit, key }) => takeUseBack(this.db, hashedKey(limit, key))));
    return result;
  }

  /**
   * Looks up what people without a session may be guessing: a link, a token, an id. Counted before the database is asked, for all
   * ways of asking together; a few look-ups of a network are under way at a time, and the others wait.
   * @param lookup `null` counts against the network
   * @throws AppError 429 when too much of what the network asked for does not exist
   */
  find<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    return this.lookups.find(network, lookup);
  }

  /** Looks a picture up, in the same way. @throws AppError 429 */
  findPicture<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    return this.pictures.find(network, lookup);
  }

  /** Looks an API key up, in the same way. @throws AppError 429 */
  findKey<T>(network: string, lookup: () => Promise<T | null>): Promise<T | null> {
    return this.keys.find(network, lookup);
  }

  /** Does other work in the database for somebody without a session: a few of their network at a time, these look-ups included. */
  inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.lookups.do(network, work);
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

/** A key as it is kept: a digest of limited length, since anybody names links as they like, and so that no network address is stored. */
export function hashedKey(prefix: string, key: string): string {
  return `${prefix}:${createHash('sha256').update(key).digest('base64url')}`;
}

function tooMany(name: LimitName, waitMs: number): AppError {
  const { refusal = 'Too many requests.' }: Limit = LIMITS[name];
  return refused(refusal, waitMs);
}

/** 429 with this sentence, and 503 with this code where too much else of a network is under way for too long. */
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
