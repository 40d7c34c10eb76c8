import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../common/errors.js';
import { CountedWindow } from '../database/counted-window.js';

const FAILURES = 10;
const WINDOW_SECONDS = 15 * 60;
const PREFIX = 'login:';

/** Ten failed logins in 15 minutes for one account or one address, counted for all processes together. */
@Injectable()
export class LoginThrottle {
  private readonly failures: CountedWindow;

  constructor(db: DataSource) {
    this.failures = new CountedWindow(db, { points: FAILURES, seconds: WINDOW_SECONDS });
  }

  /**
   * Runs a login attempt; a failed one counts.
   * @throws AppError 429 when there were too many, the same for known and unknown accounts
   */
  async attempt<T>({ email, network }: { email: string; network: string }, login: () => Promise<T>): Promise<T> {
    // The network first: one that is blocked does not go on to block the account that it names.
    const keys = [`address:${network}`, `account:${email}`].map(digest);
    // Counted before the attempt, so that attempts sent at once cannot all slip through.
    for (const key of keys) await this.count(key);
    const result = await login();
    await Promise.all(keys.map((key) => this.failures.giveBack(key)));
    return result;
  }

  private async count(key: string): Promise<void> {
    const waitMs = await this.failures.take(key);
    if (waitMs === 0) return;
    throw new AppError(429, 'TOO_MANY_REQUESTS', 'Too many failed logins. Please try again in a few minutes.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
}

// A column holds it, however long the e-mail is.
function digest(key: string): string {
  return PREFIX + createHash('sha256').update(key).digest('base64url');
}
