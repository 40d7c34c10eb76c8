import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What pages load: everything from here. An answer that needs something else says so itself (`queue/board.ts`, `storage/media.ts`). */
const CONTENT_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  // Ant Design writes its styles at run time. A style can run nothing, and loads nothing from elsewhere.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  // Live events as well: for browsers, the own origin's WebSocket is the own origin.
  connectSrc: ["'self'"],
  frameSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** What browsers offer and no page of ours asks for. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = [...UNUSED_FEATURES.map((feature) => `${feature}=()`), 'clipboard-write=(self)'].join(', ');

/** Headers that narrow what a browser does with any answer of ours. */
export function securityHeaders(): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      // A public link is a key: no other site is told of it.
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      // See below.
      strictTransportSecurity: false,
    }),
    others,
  ];
}

function others(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Permissions-Policy', PERMISSIONS);
  // Whoever finds a link in a chat that search engines read must not find it there again.
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  // For this host only: the other names below an agency's domain are not ours to speak for.
  if (request.secure) response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
  next();
}
