import { Injectable } from '@nestjs/common';
import type { BrowserMessages, MessageRefusal } from '../contract/events.js';
import { Limits } from '../platform/limits/limits.js';
import type { LiveSocket } from './open-sockets.js';

const MESSAGES: string[] = ['watch', 'missed'] satisfies (keyof BrowserMessages)[];

/** What a connection may send: few messages, and only those that there are. */
@Injectable()
export class SocketMessages {
  constructor(private readonly limits: Limits) {}

  /**
   * Checks all further messages of a connection. It is closed when it sends more than a page needs; unknown messages count
   * too. An unknown message is refused in its acknowledgement.
   */
  check(socket: LiveSocket): void {
    socket.use((_message, next) => {
      this.limits.consume('socketMessage', socket.id).then(
        () => next(),
        () => socket.conn.close(),
      );
    });
    socket.onAny(refuseUnknown);
  }
}

function refuseUnknown(message: unknown, ...rest: unknown[]): void {
  const acknowledge = rest.at(-1);
  if (MESSAGES.includes(String(message)) || typeof acknowledge !== 'function') return;
  const error = `There is no message "${String(message).slice(0, 100)}"; this connection takes ${MESSAGES.join(' and ')}.`;
  (acknowledge as (answer: MessageRefusal) => void)({ ok: false, error });
}
