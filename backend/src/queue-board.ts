import type { INestApplicationContext } from '@nestjs/common';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { agencyHostOf } from './access/hosts.js';
import { actorOf, isStaff, requirePermission } from './access/actor.js';
import { isDatabaseDown } from './platform/database/outage.js';
import { AppError, notFound } from './platform/http/errors.js';
import type { Config } from './config.js';
import { BoardQueues, Queues } from './platform/queue/queues.js';

/** Path of the board on which staff see and control the queues. */
export const BOARD_PATH = '/admin/queues';

/** Messages of the Redis client if the server does not answer, is read-only or is out of memory. */
const REDIS_DOWN = /Connection is closed|max retries|[Tt]imeout|timed out|ECONN|READONLY|OOM/;

/**
 * The board of all queues: shows waiting and active jobs, and can pause queues and retry or remove jobs. Rows are the
 * source of truth: a removed job is enqueued again.
 */
export function queueBoard(app: INestApplicationContext, config: Config): RequestHandler[] {
  let board: Promise<Express> | undefined;
  return [
    staffOnly(config),
    ownBase,
    (request, response, next) => {
      board ??= makeBoard(app);
      Promise.all([board, requireQueue(app)]).then(([made]) => made(request, response, next), next);
    },
  ];
}

/** Loads the board's packages, which take 7 MB, when somebody first opens it. */
async function makeBoard(app: INestApplicationContext): Promise<Express> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  // The adapter's own handler would answer an outage with 500.
  class BoardAdapter extends ExpressAdapter {
    override setErrorHandler(handler: Parameters<InstanceType<typeof ExpressAdapter>['setErrorHandler']>[0]): this {
      return super.setErrorHandler((error) => {
        if (isDatabaseDown(error)) throw error;
        if (REDIS_DOWN.test(error.message)) throw queueDown();
        return handler(error);
      });
    }
  }
  const server = new BoardAdapter();
  server.setBasePath(BOARD_PATH);
  const queues = app.get(BoardQueues).open();
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'GMB Moments' } },
  });
  // The router is an Express application of its own, which sends `X-Powered-By` by default.
  return (server.getRouter() as Express).disable('x-powered-by');
}

/** Refuses with 503 while the queue is down, before a command is sent: a command that times out may still be carried out. */
async function requireQueue(app: INestApplicationContext): Promise<void> {
  if (!(await app.get(Queues).isUp())) throw queueDown();
}

function queueDown(): AppError {
  const message = 'The queue cannot be reached right now, and nothing was changed. Please try again in a minute.';
  return new AppError(503, 'QUEUE_UNAVAILABLE', message, { retryAfterSeconds: 10 });
}

function staffOnly(config: Config): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (agencyHostOf(request, config) !== null) throw notFound('Page');
    const actor = actorOf(request);
    if (isStaff(actor)) {
      requirePermission(actor, 'queues.manage');
      return next();
    }
    if (request.method === 'GET' && request.accepts(['html', 'json']) === 'html') return response.redirect('/login');
    throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to see the queues.');
  };
}

// The board's page has a `<base>` element, which the product's CSP otherwise forbids.
function ownBase(_request: Request, response: Response, next: NextFunction): void {
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader('Content-Security-Policy', policy.replace("base-uri 'none'", "base-uri 'self'"));
  next();
}
