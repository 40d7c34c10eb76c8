import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Requests of a connection that may wait for the answer before theirs. Browsers and proxies send none ahead. */
const MAX_WAITING = 8;

/**
 * A server that works on one request of a connection at a time. A request that was sent ahead (pipelined) waits until the answer
 * before its own is sent; a connection with more than a handful of them is closed. Node would begin them all at once, and never
 * close what the answer to one that waits has opened.
 */
export class OrderlyServer extends Server {
  private readonly waiting = new WeakMap<Duplex, number>();
  private readonly responses = new WeakMap<Duplex, ServerResponse>();

  // Socket.IO puts its own listener in front of all others, so that none of them could hold a request back.
  override emit(event: string, ...args: unknown[]): boolean {
    if (event === 'request') return this.inTurn(...(args as [IncomingMessage, ServerResponse]));
    const [{ socket }] = event === 'upgrade' ? (args as [IncomingMessage]) : [{}];
    // Its answer would be written into the upgraded connection.
    if (socket && this.answering(socket)) return Boolean(socket.destroy());
    return super.emit(event, ...args);
  }

  /** The answer under way on a connection, if any. */
  answering(socket: Duplex): ServerResponse | undefined {
    const response = this.responses.get(socket);
    return response?.writableFinished ? undefined : response;
  }

  private inTurn(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    // The parser goes on with what it has read of a connection that was closed.
    if (socket.destroyed) return false;
    const begin = (): boolean => {
      this.responses.set(socket, response);
      return super.emit('request', request, response);
    };
    // An answer gets its socket once those before it are sent.
    if (response.socket) return begin();
    const waiting = this.waiting.get(socket) ?? 0;
    if (waiting === MAX_WAITING) return Boolean(socket.destroy());
    this.waiting.set(socket, waiting + 1);
    response.once('socket', () => {
      this.waiting.set(socket, this.waiting.get(socket)! - 1);
      // Other connections take their turns first.
      setImmediate(() => !socket.destroyed && begin());
    });
    return true;
  }
}
