import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { Express, Request, RequestHandler } from 'express';
import { isByKey } from './access/actor.js';
import { byApiKey } from './api-keys/by-api-key.js';
import { serveApiDocuments } from './api-documents.js';
import { OpenResponses } from './auth/open-responses.js';
import { sessionUser } from './auth/passport.js';
import { refuseCrossSite } from './auth/same-origin.js';
import { isAnonymousRead, SESSION } from './auth/session.js';
import type { Config } from './config.js';
import { accessLog } from './platform/requests/access-log.js';
import { ErrorFilter } from './platform/requests/error.filter.js';
import { readForwarded } from './platform/http/forwarded.js';
import { serveFrontend } from './platform/http/frontend.js';
import { noStore, securityHeaders } from './platform/http/headers.js';
import { removeStaleUploads, UPLOAD_TIME_MS } from './platform/requests/receive-files.js';
import { requestId, traced } from './platform/http/request-id.js';
import { checkEncoding, checkHeaders, closeUnread } from './platform/http/server.js';
import { validationPipe } from './platform/http/validation.js';
import { MailStops } from './mail/mail-stops.js';
import { Limits } from './platform/limits/limits.js';
import { reviewPages } from './pages/review-pages.js';
import { stopMails } from './pages/stop-mails.js';
import { BOARD_PATH, queueBoard } from './queue-board.js';
import { media, MEDIA_ROUTE } from './platform/storage/media.js';
import { Storage } from './platform/storage/storage.js';
import { PublicReviewService } from './public-review/public-review.service.js';
import { UsersService } from './users/users.service.js';

/** How long the headers of a request may take. */
const HEADERS_MS = 20_000;
/** How long nothing of an answer may be read, or nothing be requested on a connection that was not used yet. */
const UNREAD_MS = 60_000;
/** Connections of a process at a time, so that file handles are left for its work. */
const MAX_CONNECTIONS = 10_000;
/** How long the rest of a refused body may take, so that the client reads the answer before the connection closes. */
const LINGER_MS = 30_000;
const HOUR_MS = 60 * 60 * 1000;
/** Paths whose requests have a session. */
const STAFF_PATHS = ['/api', BOARD_PATH];

/** Folders that an API serves from: the built frontend, and `docs/` with its documents for programs. */
export interface Served {
  frontendDir: string;
  docsDir: string;
}

/**
 * Everything in front of the controllers: headers, session, origin, validation, errors; and the frontend behind them.
 */
export async function setUpHttp(app: NestExpressApplication, config: Config, served: Served): Promise<void> {
  await removeStaleUploads(config);
  setInterval(() => void removeStaleUploads(config), HOUR_MS).unref();
  const server = app.getHttpServer() as Server;
  // An upload of 200 MB takes long on a slow line; headers and bodies of other requests have shorter limits.
  server.requestTimeout = UPLOAD_TIME_MS;
  server.headersTimeout = HEADERS_MS;
  server.timeout = UNREAD_MS;
  server.maxConnections = MAX_CONNECTIONS;
  app.set('trust proxy', config.trustProxy);
  readForwarded(app.getHttpAdapter().getInstance() as Express);
  app.disable('x-powered-by');
  // Answers of the API are not stored (`noStore`); files have tags of their own.
  app.disable('etag');
  app.use(requestId, accessLog(config), ...securityHeaders(), closeUnread({ afterMs: LINGER_MS }), checkHeaders);
  const limits = app.get(Limits);
  // Before compression, sessions and everything else that pictures do not need.
  (app.getHttpAdapter().getInstance() as Express).get(MEDIA_ROUTE, media(app.get(Storage), limits));
  app.use(compression());
  app.use(STAFF_PATHS, noStore, byApiKey(app, config), unless(isByKey, refuseCrossSite(config)));
  app.use('/api', checkEncoding);
  const session = [app.get<RequestHandler>(SESSION), ...sessionUser(app.get(UsersService), app.get(OpenResponses))];
  // Creating a session for everyone who opens a public link would take a third of the time of the answer.
  app.use(STAFF_PATHS, ...session.map((handler) => unless(needsNoSession, handler)), traced);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter());
  serveApiDocuments(app.getHttpAdapter().getInstance() as Express, served.docsDir, config);
  app.use(BOARD_PATH, ...queueBoard(app, config));
  app.use(reviewPages({ folder: served.frontendDir, config, reviews: app.get(PublicReviewService) }));
  app.use(stopMails({ stops: app.get(MailStops), limits }));
  app.use(serveFrontend(served.frontendDir));
}

function needsNoSession(request: Request): boolean {
  return isAnonymousRead(request) || isByKey(request);
}

/** Skips the handler for some requests; it keeps its name. */
function unless(isSkipped: (request: Request) => boolean, handler: RequestHandler): RequestHandler {
  const conditional: RequestHandler = (request, response, next) =>
    isSkipped(request) ? next() : handler(request, response, next);
  return Object.defineProperty(conditional, 'name', { value: handler.name });
}
