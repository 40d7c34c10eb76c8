import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appendRefusal } from '../audit/audit.js';
import type { Refusal, SignInMethod } from '../contract/audit.js';
import { AppError } from '../platform/http/errors.js';
import { Limits, type LimitUse } from '../platform/limits/limits.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import type { SignInFacts } from './sign-in-networks.js';

/** An attempt to sign in. */
interface Attempt {
  email: string;
  method: SignInMethod;
}

/** Limits failed attempts to sign in to an account, and records them in the audit log. */
@Injectable()
export class SignInAttempts {
  private readonly logger = new ThrottledLogger(new Logger('Audit'));

  constructor(
    private readonly db: DataSource,
    private readonly limits: Limits,
  ) {}

  /**
   * Runs an attempt and counts it if it fails.
   * @throws AppError 429 after too many failures, and what `work` throws
   */
  async try<T>(attempt: Attempt, facts: SignInFacts, work: () => Promise<T>): Promise<T> {
    return this.limits
      .attempt(limitsFor(attempt, facts), work)
      .catch((error: unknown) => this.recordRefusal(attempt, error));
  }

  /**
   * Records a refusal in the background, so that the response time does not tell whether the account exists. Refusals
   * by the limit of a network do not get here, because they must not cause look-ups.
   */
  private recordRefusal({ email, method }: Attempt, error: unknown): never {
    if (error instanceof AppError && error.getStatus() < 500) {
      const refusal = { email, method, reason: refusalReason(method, error) };
      appendRefusal(this.db.manager, refusal).catch((failure: unknown) =>
        this.logger.warn(`Failed to note a refused sign-in: ${String(failure)}; the audit log lacks it`),
      );
    }
    throw error;
  }
}

function refusalReason(method: SignInMethod, error: AppError): Refusal {
  if (error.getStatus() === 429) return 'throttled';
  return method === 'passkey' ? 'passkey' : 'credentials';
}

/**
 * Returns the limits that an attempt counts for. None from networks that the account has used, so that nobody can
 * lock its owner out.
 */
function limitsFor({ email, method }: Attempt, { isFromKnownNetwork }: SignInFacts): LimitUse[] {
  if (isFromKnownNetwork) return [];
  const counts: LimitUse[] = [{ limit: 'loginByAll', key: email }];
  return method === 'password' ? counts : [...counts, { limit: 'codeByAll', key: email }];
}
