import { AppError } from '../platform/http/errors.js';

/** RFC 6750, 3. */
const CHALLENGE = 'Bearer realm="GMB Moments", error="invalid_token"';

/** 401: the request's API key is unknown, expired or malformed. */
export function keyRefused(message: string): AppError {
  return new AppError(401, 'API_KEY_INVALID', message, { challenge: CHALLENGE });
}
