import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Socket } from 'socket.io';

/** A page says what it watches, and hardly anything after that. */
const MESSAGES = { points: 200, duration: 10 };

/** Ends connections on which more is said than any page has to say: even a message without meaning takes time to read. */
@Injectable()
export class MessageThrottle {
  private readonly limiter = new RateLimiterMemory(MESSAGES);

  /** Counts what comes in on a connection from now on. */
  watch(socket: Socket): void {
    socket.use((_message, next) => {
      this.limiter.consume(socket.id).then(
        () => next(),
        () => socket.conn.close(),
      );
    });
  }
}
