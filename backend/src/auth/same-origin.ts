import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../common/errors.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const OWN_SITES = ['same-origin', 'none'];

/** Whether a browser says that this request comes from another site. Programs that send neither header pass. */
export function isCrossSite(headers: { site?: string; origin?: string; host?: string }): boolean {
  if (headers.site) return !OWN_SITES.includes(headers.site);
  if (!headers.origin) return false;
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host;
}

/** Refuses requests that change something when another site sends them. */
export function refuseCrossSite(request: Request, _response: Response, next: NextFunction): void {
  const headers = { site: request.get('Sec-Fetch-Site'), origin: request.get('Origin'), host: request.host };
  if (SAFE_METHODS.includes(request.method) || !isCrossSite(headers)) return next();
  throw new AppError(403, 'CROSS_SITE_REQUEST', 'This request was sent by another site and is not accepted.');
}
