import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Queue } from 'bullmq';
import { agencyHostOf } from '../auth/hosts.js';
import { AppError, notFound } from '../common/errors.js';
import type { Config } from '../config.js';
import { QUEUE_NAMES } from './jobs.js';

/** Where staff see and steer the queues. */
export const BOARD_PATH = '/admin/queues';

/** The board of all queues: what waits, who is at it; pausing, retrying, removing. The rows stay the truth: a removed job is enqueued again. */
export function queueBoard(app: INestApplicationContext, config: Config): RequestHandler[] {
  let board: Promise<Express> | undefined;
  return [
    staffOnly(config),
    ownBase,
    (request, response, next) => {
      board ??= makeBoard(app);
      board.then((made) => made(request, response, next), next);
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
  const server = new ExpressAdapter();
  server.setBasePath(BOARD_PATH);
  const queues = QUEUE_NAMES.map((name) => app.get<Queue>(getQueueToken(name), { strict: false }));
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'GMB Moments' } },
  });
  // An application of its own, which would name its framework.
  return (server.getRouter() as Express).disable('x-powered-by');
}

function staffOnly(config: Config): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (agencyHostOf(request, config) !== null) throw notFound('Page');
    if (request.user) return next();
    if (request.method === 'GET' && request.accepts(['html', 'json']) === 'html') return response.redirect('/login');
    throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to see the queues.');
  };
}

// Its page names its own folder as the base of its addresses, which our policy otherwise forbids.
function ownBase(_request: Request, response: Response, next: NextFunction): void {
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader('Content-Security-Policy', policy.replace("base-uri 'none'", "base-uri 'self'"));
  next();
}
