import type { INestApplicationContext } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { DataSource } from 'typeorm';
import { adminOnAgencyDomain } from '../access/access.guard.js';
import { setActor } from '../access/actor.js';
import { agencyHostOf } from '../access/hosts.js';
import { OpenAnswers } from '../auth/open-answers.js';
import { namesSession } from '../auth/session.js';
import type { Config } from '../config.js';
import { invalid } from '../platform/http/errors.js';
import { networkOf } from '../platform/http/network.js';
import { Limits, type Quota } from '../platform/limits/limits.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { findKey, noteUse, type FoundKey } from './api-keys.queries.js';
import { keyRefused } from './key-refused.js';
import { hashOfKey, tokenOf } from './token.js';

const UNKNOWN = 'This API key is not known here. It was revoked, or its owner was removed from the team.';

/**
 * Sets `request.actor` by the API key that a request names, and counts it. A browser sends no key by itself, so that such a request
 * needs neither a look at its origin nor a session. Passport's strategy for bearer tokens is not used: it also takes them
 * from the query and the body.
 * @throws AppError 400 beside a session's cookie, 401 API_KEY_INVALID, 403 ADMIN_ON_AGENCY_DOMAIN, 429
 */
export function byApiKey(app: INestApplicationContext, config: Config): RequestHandler {
  const [db, limits, open] = [app.get(DataSource), app.get(Limits), app.get(OpenAnswers)];
  const logger = new ThrottledLogger(new Logger('ApiKeys'));

  async function find(token: string, request: Request): Promise<FoundKey> {
    const lookup = () => limits.findKey(networkOf(request.ip), () => findKey(db.manager, hashOfKey(token)));
    const found = await open.findKey(lookup);
    if (!found) throw keyRefused(UNKNOWN);
    if (found.isExpired) throw keyRefused(`This API key expired at ${found.expiresAt!.toISOString()}.`);
    return found;
  }

  // In the background: a request neither waits for it nor fails with it.
  function note({ actor, isNoted }: FoundKey): void {
    if (isNoted) return;
    noteUse(db.manager, actor.apiKeyId!).catch((error: unknown) =>
      logger.warn(`Failed to note the use of an API key: ${String(error)}; its next request tries again`),
    );
  }

  return async function byKey(request, response, next): Promise<void> {
    const token = tokenOf(request);
    if (token === undefined) return next();
    const host = agencyHostOf(request, config);
    if (host !== null) throw adminOnAgencyDomain(host);
    if (namesSession(request)) throw cookieBeside();
    const found = await find(token, request);
    const { actor, expiresAt } = found;
    open.addByKey(actor, expiresAt, response);
    const quota = await limits.meter('apiKey', actor.apiKeyId!);
    describe(response, quota);
    if (quota.refusal) throw quota.refusal;
    note(found);
    setActor(request, actor);
    request.user = { id: actor.userId };
    next();
  };
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10. */
function describe(response: Response, { limit, windowSeconds, remaining, resetSeconds }: Quota): void {
  response.setHeader('RateLimit-Policy', `"key";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"key";r=${remaining};t=${resetSeconds}`);
}

function cookieBeside(): Error {
  const message = 'The cookie of a session must not be sent beside an API key: only one of them can say who asks';
  return invalid([{ field: 'Cookie', message }]);
}
