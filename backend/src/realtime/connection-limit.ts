import { Injectable } from '@nestjs/common';
import type { Duplex } from 'node:stream';
import { AppError } from '../platform/http/errors.js';

/** Live connections at a time: more than a big office has pages open, few enough that one address cannot fill a process. */
const FROM_ONE = 1000;
const RETRY_AFTER_SECONDS = 10;

/**
 * Limits the live connections from one address. Staff and visitors count apart, so that visitors keep no staff of the same
 * address out. Each process counts for itself.
 */
@Injectable()
export class ConnectionLimit {
  private readonly connections = new Map<string, number>();

  /**
   * Counts a connection until its socket closes.
   * @throws AppError 429 when there are too many already
   */
  count({ audience, network }: { audience: 'staff' | 'visitors'; network: string }, socket: Duplex): void {
    const key = `${audience} ${network}`;
    const count = this.connections.get(key) ?? 0;
    if (count >= FROM_ONE) throw tooMany();
    this.connections.set(key, count + 1);
    socket.once('close', () => this.release(key));
  }

  private release(key: string): void {
    const count = this.connections.get(key)! - 1;
    if (count > 0) this.connections.set(key, count);
    else this.connections.delete(key);
  }
}

function tooMany(): AppError {
  const message = `Your network has ${FROM_ONE} live connections open, which is as many as are allowed. Please close some pages.`;
  return new AppError(429, 'TOO_MANY_REQUESTS', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
