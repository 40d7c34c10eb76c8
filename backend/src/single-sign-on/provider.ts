import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError, notFound } from '../platform/http/errors.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { discover } from './discover.js';
import { reasonOf } from './reason.js';

/** How long what the provider publishes counts. */
const FRESH_MS = 60 * 60 * 1000;
/** After which it is asked again while it does not answer. */
const RETRY_MS = 60 * 1000;

/** The configured provider of OpenID Connect. It is first asked at the first sign-in, and again hourly. */
@Injectable()
export class Provider {
  private readonly logger = new ThrottledLogger(new Logger('Single sign-on'));
  private found: { configuration: Configuration; until: number } | null = null;
  private asking: Promise<Configuration> | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws AppError 404 where none is configured */
  get settings(): NonNullable<Config['singleSignOn']> {
    if (!this.config.singleSignOn) throw notFound('Single sign-on');
    return this.config.singleSignOn;
  }

  /** How the provider is asked; while it does not answer, as it was before. @throws AppError 404, 503 PROVIDER_UNAVAILABLE */
  async configuration(): Promise<Configuration> {
    if (this.found && Date.now() < this.found.until) return this.found.configuration;
    this.asking ??= discover(this.settings, this.config.proxies).finally(() => (this.asking = null));
    try {
      const configuration = await this.asking;
      this.found = { configuration, until: Date.now() + FRESH_MS };
      return configuration;
    } catch (error) {
      this.warn('Failed to read what the provider publishes', error);
      if (!this.found) throw unavailable();
      this.found.until = Date.now() + RETRY_MS;
      return this.found.configuration;
    }
  }

  warn(what: string, error: unknown): void {
    this.logger.warn(`${what} (${this.settings.issuer}): ${reasonOf(error)}; the person may try again`);
  }
}

/** 503: who is signed in stays so. */
export function unavailable(): AppError {
  const message = 'The provider of single sign-on does not answer. Please try again in a minute.';
  return new AppError(503, 'PROVIDER_UNAVAILABLE', message, { retryAfterSeconds: RETRY_MS / 1000 });
}
