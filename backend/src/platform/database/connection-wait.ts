import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';
import { Pool, type PoolClient } from 'pg';

/** How long a request waits for connections in all: with a statement that takes as long as it may, less than 15 seconds. */
export const CONNECT_MS = 7000;

/** What is left of the time that a request waits for connections. */
interface Wait {
  leftMs: number;
  /** Whether the request is over: what it began in the background waits for itself. */
  isOver(): boolean;
}

type Callback = Parameters<typeof Pool.prototype.connect>[0];

const current = new AsyncLocalStorage<Wait>();

/**
 * Handles a request whose steps share `CONNECT_MS`: session, user and handler each take a connection. Stands before the
 * session as well as behind it, where the database driver has lost the context.
 */
export function shareWait(_request: Request, response: Response, next: NextFunction): void {
  response.locals['wait'] ??= { leftMs: CONNECT_MS, isOver: () => response.closed } satisfies Wait;
  current.run(response.locals['wait'] as Wait, next);
}

/** A pool for whose connections a request waits no longer than it still may. */
export class SharedWaitPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    const wait = current.getStore();
    if (!callback) return super.connect();
    super.connect(wait && !wait.isOver() ? within(wait, callback) : callback);
  }
}

/** The callback, which is called with an error once the time is used up; a connection that comes later is released. */
function within(wait: Wait, callback: Callback): Callback {
  const { leftMs } = wait;
  const begun = performance.now();
  let isLate = false;
  const timeout = setTimeout(() => {
    isLate = true;
    wait.leftMs = 0;
    callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
  }, leftMs);
  return (error, client, release) => {
    if (isLate) return release();
    clearTimeout(timeout);
    // Steps that wait at the same time share the time, too.
    wait.leftMs = Math.min(wait.leftMs, leftMs - (performance.now() - begun));
    callback(error, client, release);
  };
}
