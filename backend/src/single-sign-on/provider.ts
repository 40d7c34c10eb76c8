import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError, notFound } from '../platform/http/errors.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { discover } from './discover.js';
import { reasonOf } from './reason.js';

/** Validity of the provider's metadata. */
const FRESH_MS = 60 * 60 * 1000;
/** Wait before the metadata are read again after a failure. */
const RETRY_MS = 60 * 1000;

/** The configured provider of OpenID Connect. Its metadata are read at the first sign-in, and again after an hour. */
@Injectable()
export class Provider {
  private readonly logger = new ThrottledLogger(new Logger('Single sign-on'));
  private cached: { configuration: Configuration; until: number } | null = null;
  private discovering: Promise<Configuration> | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws AppError 404 if none is configured */
  get settings(): NonNullable<Config['singleSignOn']> {
    if (!this.config.singleSignOn) throw notFound('Single sign-on');
    return this.config.singleSignOn;
  }

  /**
   * Returns the provider's metadata; the previous ones while it is unavailable.
   * @throws AppError 404, 503 PROVIDER_UNAVAILABLE
   */
  async configuration(): Promise<Configuration> {
    if (this.cached && Date.now() < this.cached.until) return this.cached.configuration;
    this.discovering ??= discover(this.settings, this.config.proxies).finally(() => (this.discovering = null));
    try {
      const configuration = await this.discovering;
      this.cached = { configuration, until: Date.now() + FRESH_MS };
      return configuration;
    } catch (error) {
      this.warn('Failed to read what the provider publishes', error);
      if (!this.cached) throw unavailable();
      this.cached.until = Date.now() + RETRY_MS;
      return this.cached.configuration;
    }
  }

  warn(failure: string, error: unknown): void {
    this.logger.warn(`${failure} (${this.settings.issuer}): ${reasonOf(error)}; the person may try again`);
  }
}

/** 503: the provider does not answer. Existing sessions continue. */
export function unavailable(): AppError {
  const message = 'The provider of single sign-on does not answer. Please try again in a minute.';
  return new AppError(503, 'PROVIDER_UNAVAILABLE', message, { retryAfterSeconds: RETRY_MS / 1000 });
}
