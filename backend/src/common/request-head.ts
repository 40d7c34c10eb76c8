import type { NextFunction, Request, Response } from 'express';
import { AppError } from './errors.js';

export const MALFORMED_ADDRESS =
  'The address is not well formed: what follows a % must be UTF-8, and % itself is written %25.';

/** Refuses requests that do not say once which host they are for (RFC 9112), and those that expect what is not done here. */
export function refuseOddHeaders(request: Request, _response: Response, next: NextFunction): void {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new AppError(400, 'VALIDATION_FAILED', 'A request must have one Host header.');
  }
  if ((request.get('Expect') ?? '100-continue').toLowerCase() !== '100-continue') {
    throw new AppError(417, 'VALIDATION_FAILED', 'An Expect header may say nothing but 100-continue.');
  }
  next();
}

/** Refuses addresses that would be read as another text than was meant: those with bytes that are no UTF-8. */
export function refuseMalformedAddress({ originalUrl }: Request, _response: Response, next: NextFunction): void {
  // Throws the same URIError as the router does about a path.
  decodeURIComponent(originalUrl);
  next();
}
