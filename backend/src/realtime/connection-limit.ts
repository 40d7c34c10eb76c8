import { Injectable } from '@nestjs/common';
import type { Duplex } from 'node:stream';
import { AppError } from '../platform/http/errors.js';

/** Live connections of one network: enough for a big office, too few to exhaust a process. */
const CONNECTIONS_PER_NETWORK = 1000;
const RETRY_AFTER_SECONDS = 10;
/**
 * Frames per connection of a network within a window. A page sends ten in its first window, and seven in each later
 * one.
 */
const FRAMES_PER_CONNECTION = 15;
/** Frames that the connections of a network may send in addition, together. */
const EXTRA_FRAMES = 400;
const WINDOW_MS = 10_000;

/** Counts the frames that one network sends on all its live connections. */
export class NetworkTraffic {
  connections = 0;
  private frames = 0;
  private endsAt = 0;

  /**
   * Counts frames of one connection.
   * @param sent frames of this connection in its own window
   * @returns whether the network sends too much, and this connection more than its share
   */
  isTooMuch(frames: number, sent: number): boolean {
    const now = performance.now();
    if (now > this.endsAt) [this.frames, this.endsAt] = [0, now + WINDOW_MS];
    this.frames += frames;
    return sent > FRAMES_PER_CONNECTION && this.frames > EXTRA_FRAMES + FRAMES_PER_CONNECTION * this.connections;
  }
}

/**
 * Limits the live connections of one network. Staff and visitors are counted separately, so that visitors cannot
 * block staff of the same network. Each process counts its own connections.
 */
@Injectable()
export class ConnectionLimit {
  private readonly networks = new Map<string, NetworkTraffic>();
  private readonly bySocket = new WeakMap<Duplex, NetworkTraffic>();

  /**
   * Counts a connection until its socket closes.
   * @throws AppError 429 if there are too many already
   */
  count({ audience, network }: { audience: 'staff' | 'visitors'; network: string }, socket: Duplex): void {
    const key = `${audience} ${network}`;
    const traffic = this.networks.get(key) ?? new NetworkTraffic();
    if (traffic.connections >= CONNECTIONS_PER_NETWORK) throw tooMany();
    traffic.connections += 1;
    this.networks.set(key, traffic);
    this.bySocket.set(socket, traffic);
    socket.once('close', () => {
      traffic.connections -= 1;
      if (traffic.connections === 0) this.networks.delete(key);
    });
  }

  /** The traffic of the network of a counted connection. */
  trafficOf(socket: Duplex): NetworkTraffic {
    return this.bySocket.get(socket)!;
  }
}

function tooMany(): AppError {
  const message = `Your network has ${CONNECTIONS_PER_NETWORK} live connections open, which is as many as are allowed. Please close some pages.`;
  return new AppError(429, 'TOO_MANY_REQUESTS', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
