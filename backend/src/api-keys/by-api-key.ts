import type { INestApplicationContext } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { DataSource } from 'typeorm';
import { adminOnAgencyDomain } from '../access/access.guard.js';
import { setActor } from '../access/actor.js';
import { agencyHostOf } from '../access/hosts.js';
import { OpenResponses } from '../auth/open-responses.js';
import { hasSessionCookie } from '../auth/session.js';
import type { Config } from '../config.js';
import { invalid } from '../platform/http/errors.js';
import { networkOf } from '../platform/http/network.js';
import { Limits, type Quota } from '../platform/limits/limits.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { findKey, recordUse, type FoundKey } from './api-keys.queries.js';
import { keyRefused } from './key-refused.js';
import { hashToken, findToken } from './token.js';

const UNKNOWN = 'This API key is not known here. It was revoked, or its owner was removed from the team.';

/**
 * Returns a middleware that sets `request.actor` by the request's API key and counts the request. A browser sends no
 * key by itself, so such a request needs neither a check of its origin nor a session. Passport's strategy for bearer
 * tokens is not used, because it also accepts tokens in the query and the body.
 * @throws AppError 400 beside a session's cookie, 401 API_KEY_INVALID, 403 ADMIN_ON_AGENCY_DOMAIN, 429
 */
export function byApiKey(app: INestApplicationContext, config: Config): RequestHandler {
  const [db, limits, open] = [app.get(DataSource), app.get(Limits), app.get(OpenResponses)];
  const logger = new ThrottledLogger(new Logger('ApiKeys'));

  async function find(token: string, request: Request): Promise<FoundKey> {
    const lookup = () => limits.findKey(networkOf(request.ip), () => findKey(db.manager, hashToken(token)));
    const found = await open.findKey(lookup);
    if (!found) throw keyRefused(UNKNOWN);
    if (found.isExpired) throw keyRefused(`This API key expired at ${found.expiresAt!.toISOString()}.`);
    return found;
  }

  // Runs in the background, so that a request neither waits for it nor fails with it.
  function recordUseInBackground({ actor, wasUsedJustNow }: FoundKey): void {
    if (wasUsedJustNow) return;
    recordUse(db.manager, actor.apiKeyId!).catch((error: unknown) =>
      logger.warn(`Failed to note the use of an API key: ${String(error)}; its next request tries again`),
    );
  }

  return async function byKey(request, response, next): Promise<void> {
    const token = findToken(request);
    if (token === undefined) return next();
    const host = agencyHostOf(request, config);
    if (host !== null) throw adminOnAgencyDomain(host);
    if (hasSessionCookie(request)) throw cookieBeside();
    const found = await find(token, request);
    const { actor, expiresAt } = found;
    open.addByKey(actor, expiresAt, response);
    const quota = await limits.meter('apiKey', actor.apiKeyId!);
    setQuotaHeaders(response, quota);
    if (quota.refusal) throw quota.refusal;
    recordUseInBackground(found);
    setActor(request, actor);
    request.user = { id: actor.userId };
    next();
  };
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10. */
function setQuotaHeaders(response: Response, { limit, windowSeconds, remaining, resetSeconds }: Quota): void {
  response.setHeader('RateLimit-Policy', `"key";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"key";r=${remaining};t=${resetSeconds}`);
}

function cookieBeside(): Error {
  const message = 'The cookie of a session must not be sent beside an API key: only one of them can say who asks';
  return invalid([{ field: 'Cookie', message }]);
}
