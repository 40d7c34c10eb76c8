import { Injectable } from '@nestjs/common';
import type { Duplex } from 'node:stream';
import { AppError } from '../platform/http/errors.js';

/** Live connections at a time: more than a big office has pages open, few enough that one address cannot fill a process. */
const FROM_ONE = 1000;
const RETRY_AFTER_SECONDS = 10;
/** Frames for each connection of a network within a time; a page that opens sends ten, and seven after that. */
const FRAMES_EACH = 15;
/** What a few busy connections may send on top. */
const FRAMES_BESIDE = 400;
const WINDOW_MS = 10_000;

/** What one network sends on its live connections together. */
export class NetworkTraffic {
  connections = 0;
  private frames = 0;
  private endsAt = 0;

  /**
   * Counts frames of one of its connections.
   * @param sent by this connection in its window
   * @returns whether this one has sent more than its share while the network sends too much
   */
  isTooMuch(frames: number, sent: number): boolean {
    const now = performance.now();
    if (now > this.endsAt) [this.frames, this.endsAt] = [0, now + WINDOW_MS];
    this.frames += frames;
    return sent > FRAMES_EACH && this.frames > FRAMES_BESIDE + FRAMES_EACH * this.connections;
  }
}

/**
 * Limits the live connections from one address. Staff and visitors count apart, so that visitors keep no staff of the same
 * address out. Each process counts for itself.
 */
@Injectable()
export class ConnectionLimit {
  private readonly networks = new Map<string, NetworkTraffic>();
  private readonly bySocket = new WeakMap<Duplex, NetworkTraffic>();

  /**
   * Counts a connection until its socket closes.
   * @throws AppError 429 when there are too many already
   */
  count({ audience, network }: { audience: 'staff' | 'visitors'; network: string }, socket: Duplex): void {
    const key = `${audience} ${network}`;
    const traffic = this.networks.get(key) ?? new NetworkTraffic();
    if (traffic.connections >= FROM_ONE) throw tooMany();
    traffic.connections += 1;
    this.networks.set(key, traffic);
    this.bySocket.set(socket, traffic);
    socket.once('close', () => {
      traffic.connections -= 1;
      if (traffic.connections === 0) this.networks.delete(key);
    });
  }

  /** What the network of a counted connection sends. */
  trafficOf(socket: Duplex): NetworkTraffic {
    return this.bySocket.get(socket)!;
  }
}

function tooMany(): AppError {
  const message = `Your network has ${FROM_ONE} live connections open, which is as many as are allowed. Please close some pages.`;
  return new AppError(429, 'TOO_MANY_REQUESTS', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
