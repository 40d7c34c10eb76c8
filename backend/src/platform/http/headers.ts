import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Pages load from their own origin only. An answer that needs more sets its own policy (`queue-board.ts`, `platform/storage/media.ts`). */
const CONTENT_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  // Ant Design writes its styles at run time. Styles run no scripts.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  // Includes the WebSocket of the same origin.
  connectSrc: ["'self'"],
  frameSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Browser features that no page uses. */
const UNUSED_FEATURES = (
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope magnetometer ' +
  'microphone midi payment screen-wake-lock usb xr-spatial-tracking'
).split(' ');
/** Browser features that our own pages alone use: copying, and passkeys. */
const OWN_FEATURES = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];
const PERMISSIONS = [
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
  ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
].join(', ');

/** Headers that restrict what browsers do with any answer. */
export function securityHeaders(): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      // A public link is a secret: other sites do not receive it as a referrer.
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      // Set below, on https only.
      strictTransportSecurity: false,
    }),
    otherHeaders,
  ];
}

function otherHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Permissions-Policy', PERMISSIONS);
  // Public links are secrets: search engines must not list them.
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  // Without includeSubDomains: an agency may use other names below its domain without https.
  if (request.secure) response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
  next();
}

/** Middleware for the API: its responses are never cached. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
