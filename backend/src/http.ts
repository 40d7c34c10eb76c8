import type { Server } from 'node:http';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { PASSPORT, type OwnPassport } from './auth/passport.js';
import { refuseCrossSite } from './auth/same-origin.js';
import { isNobodys } from './auth/session.js';
import { SESSION } from './auth/session.module.js';
import { agencyHostOf } from './auth/hosts.js';
import { accessLog } from './common/access-log.js';
import { BodyInterceptor } from './common/body.interceptor.js';
import { compressedFiles } from './common/compressed-files.js';
import { ErrorFilter } from './common/error.filter.js';
import { AppError, notFound } from './common/errors.js';
import { answerMalformed } from './common/malformed-requests.js';
import { QueryInterceptor } from './common/query.interceptor.js';
import { removeLeftBehind, UPLOAD_TIME_MS } from './common/received-files.js';
import { refuseMalformedAddress, refuseOddHeaders } from './common/request-head.js';
import { requestId } from './common/request-id.js';
import { securityHeaders } from './common/security-headers.js';
import { TraceInterceptor } from './common/trace.interceptor.js';
import { closeUnread } from './common/unread-bodies.js';
import { validationPipe } from './common/validation.js';
import type { Config } from './config.js';
import { BOARD_PATH, queueBoard } from './queue/board.js';
import { media, MEDIA_ROUTE } from './storage/media.js';
import { Storage } from './storage/storage.js';

/** How long the headers of a request may take, and then a body without files: a megabyte on a slow line. */
const HEADERS_MS = 20_000;
const BODY_MS = 30_000;
/** How long the rest of a refused body is waited for, so that the answer is read before the connection closes. */
const LINGER_MS = 30_000;
/** What needs to know who asks. */
const STAFF_PATHS = ['/api', BOARD_PATH];

/** All that stands before the controllers: headers, session, origin, validation, errors; and the frontend behind them. */
export async function setUpHttp(app: NestExpressApplication, config: Config, frontendDir: string): Promise<void> {
  await removeLeftBehind(config);
  setInterval(() => void removeLeftBehind(config), 60 * 60 * 1000).unref();
  // A batch of 200 MB takes its time on a slow line; headers and bodies of other requests have shorter limits.
  const server = app.getHttpServer() as Server;
  server.requestTimeout = UPLOAD_TIME_MS;
  server.headersTimeout = HEADERS_MS;
  answerMalformed(server);
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  // Nobody keeps an answer of the API (`noStore`), so nobody asks whether it has changed; files have tags of their own.
  app.disable('etag');
  app.use(requestId, accessLog(config), ...securityHeaders(), closeUnread({ afterMs: LINGER_MS }));
  app.use(refuseOddHeaders);
  // Before all that pictures do not need: compression, sessions, and what stands before controllers.
  (app.getHttpAdapter().getInstance() as Express).get(MEDIA_ROUTE, media(app.get(Storage)));
  app.use(compression());
  app.use(STAFF_PATHS, noStore, refuseCrossSite(config));
  app.use('/api', refuseMalformedAddress);
  const passport = app.get<OwnPassport>(PASSPORT);
  const signedIn = [app.get<RequestHandler>(SESSION), passport.initialize(), passport.session()] as RequestHandler[];
  // A new session for everybody who opens a public link would take a third of the time of the answer.
  app.use(STAFF_PATHS, ...signedIn.map((handler) => unless(isNobodys, handler)));
  app.useGlobalPipes(validationPipe());
  app.useGlobalInterceptors(new TraceInterceptor(), new QueryInterceptor(), new BodyInterceptor({ withinMs: BODY_MS }));
  app.useGlobalFilters(new ErrorFilter());
  serveApiDocument(app, config);
  app.use(BOARD_PATH, ...queueBoard(app, config));
  serveFrontend(app, frontendDir);
}

/** Spares requests a handler that would do nothing for them; it keeps its name. */
function unless(spared: (request: Request) => boolean, handler: RequestHandler): RequestHandler {
  const sparing: RequestHandler = (request, response, next) =>
    spared(request) ? next() : handler(request, response, next);
  return Object.defineProperty(sparing, 'name', { value: handler.name });
}

function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** `/api/openapi.json` and the readable `/api/docs`, for staff. */
function serveApiDocument(app: INestApplication, config: Config): void {
  app.use(
    ['/api/docs', '/api/docs-json', '/api/openapi.json'],
    (request: Request, _res: Response, next: NextFunction) => {
      if (agencyHostOf(request, config) !== null) throw notFound('Page');
      if (!request.user) throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to read this.');
      next();
    },
  );
  const about = new DocumentBuilder().setTitle('GMB Moments').setVersion('1').build();
  SwaggerModule.setup('api/docs', app, () => SwaggerModule.createDocument(app, about), {
    jsonDocumentUrl: 'api/openapi.json',
    // Otherwise a YAML document appears at an address of its own, open to everybody.
    raw: ['json'],
  });
}

/** The built frontend; every address that is neither API nor file is a page of it. */
function serveFrontend(app: NestExpressApplication, frontendDir: string): void {
  const page = join(frontendDir, 'index.html');
  const files = { index: false, redirect: false } as const;
  const assets = join(frontendDir, 'assets');
  const forEver = { ...files, immutable: true, maxAge: '1y' } as const;
  app.use('/assets', compressedFiles(assets, forEver), express.static(assets, forEver));
  const fileOrPage = express.Router();
  fileOrPage.use(express.static(frontendDir, { ...files, maxAge: 0 }));
  fileOrPage.use((request: Request, response: Response, next: NextFunction) => {
    if (!['GET', 'HEAD'].includes(request.method)) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(page, (error) => error && next(error));
  });
  // The disk is not asked for a file of every request to the API, which comes by here before its controllers.
  app.use(unless(({ path }) => /^\/(api|media|assets|socket\.io)(\/|$)/i.test(path), fileOrPage));
}
