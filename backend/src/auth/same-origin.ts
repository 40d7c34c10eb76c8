import type { RequestHandler } from 'express';
import { AppError } from '../platform/http/errors.js';
import type { Config } from '../config.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const OWN_SITES = ['same-origin', 'none'];

/**
 * Whether the headers of a browser show that the request comes from another site. Programs that send neither header
 * pass. The scheme is only compared for the host of `PUBLIC_URL`; for other hosts only the proxy in front knows it.
 */
export function isCrossSite(
  { site, origin, host }: { site?: string; origin?: string; host?: string },
  { publicUrl }: Pick<Config, 'publicUrl'>,
): boolean {
  if (site) return !OWN_SITES.includes(site);
  if (!origin) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  const own = publicUrl ? new URL(publicUrl) : null;
  return own && own.host === host ? from.origin !== own.origin : from.host !== host;
}

/** Refuses requests that change something when another site sends them. */
export function refuseCrossSite(config: Config): RequestHandler {
  return (request, _response, next) => {
    const headers = { site: request.get('Sec-Fetch-Site'), origin: request.get('Origin'), host: request.host };
    if (SAFE_METHODS.includes(request.method) || !isCrossSite(headers, config)) return next();
    throw crossSite();
  };
}

/** 403 for a request that another site sent. */
export function crossSite(): AppError {
  return new AppError(403, 'CROSS_SITE_REQUEST', 'This request was sent by another site and is not accepted.');
}
