import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appendRefusal } from '../audit/audit.js';
import type { Refusal, SignInMethod } from '../contract/audit.js';
import { AppError } from '../platform/http/errors.js';
import { Limits, type LimitUse } from '../platform/limits/limits.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import type { SignInFacts } from './sign-in-networks.js';

/** A sign-in that is tried. */
interface Attempt {
  email: string;
  method: SignInMethod;
}

/** Counts sign-ins to an account that fail, and notes them in the audit log. */
@Injectable()
export class SignInAttempts {
  private readonly logger = new ThrottledLogger(new Logger('Audit'));

  constructor(
    private readonly db: DataSource,
    private readonly limits: Limits,
  ) {}

  /** @throws AppError 429 after too many failures, and what `work` throws */
  async try<T>(attempt: Attempt, facts: SignInFacts, work: () => Promise<T>): Promise<T> {
    return this.limits
      .attempt(countsOf(attempt, facts), work)
      .catch((error: unknown) => this.noteRefusal(attempt, error));
  }

  /**
   * In the background, so that the time of the answer does not say whether the account exists. What a network is refused alone is not
   * noted: it costs no look-up.
   */
  private noteRefusal({ email, method }: Attempt, error: unknown): never {
    if (error instanceof AppError && error.getStatus() < 500) {
      const refusal = { email, method, reason: reasonOf(method, error) };
      appendRefusal(this.db.manager, refusal).catch((failure: unknown) =>
        this.logger.warn(`Failed to note a refused sign-in: ${String(failure)}; the audit log lacks it`),
      );
    }
    throw error;
  }
}

function reasonOf(method: SignInMethod, error: AppError): Refusal {
  if (error.getStatus() === 429) return 'throttled';
  return method === 'passkey' ? 'passkey' : 'credentials';
}

/** Networks from which the account signed in before do not count for it, so that others cannot lock its owner out. */
function countsOf({ email, method }: Attempt, { isFromKnownNetwork }: SignInFacts): LimitUse[] {
  if (isFromKnownNetwork) return [];
  const counts: LimitUse[] = [{ limit: 'loginByAll', key: email }];
  return method === 'password' ? counts : [...counts, { limit: 'codeByAll', key: email }];
}
