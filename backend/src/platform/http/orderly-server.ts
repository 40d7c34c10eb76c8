import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Pipelined requests of a connection that may wait. Browsers and proxies do not pipeline. */
const MAX_WAITING = 8;

/**
 * A server that handles one request of a connection at a time. A pipelined request waits until the previous response
 * is sent; a connection with too many of them is closed. Node would start them all at once, and would never close the
 * resources of a response that waits.
 */
export class OrderlyServer extends Server {
  private readonly waiting = new WeakMap<Duplex, number>();
  private readonly responses = new WeakMap<Duplex, ServerResponse>();

  // Overrides `emit`, because Socket.IO puts its listener before all others, so that no listener could delay a request.
  override emit(event: string, ...args: unknown[]): boolean {
    if (event === 'request') return this.inTurn(...(args as [IncomingMessage, ServerResponse]));
    const [{ socket }] = event === 'upgrade' ? (args as [IncomingMessage]) : [{}];
    // The response would be written into the upgraded connection.
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
    // The parser may emit requests that it had read before the connection was closed.
    if (socket.destroyed) return false;
    const begin = (): boolean => {
      this.responses.set(socket, response);
      return super.emit('request', request, response);
    };
    // Node assigns the socket to a response when the previous ones are sent.
    if (response.socket) return begin();
    const waiting = this.waiting.get(socket) ?? 0;
    if (waiting === MAX_WAITING) return Boolean(socket.destroy());
    this.waiting.set(socket, waiting + 1);
    response.once('socket', () => {
      this.waiting.set(socket, this.waiting.get(socket)! - 1);
      // Lets other connections go first.
      setImmediate(() => !socket.destroyed && begin());
    });
    return true;
  }
}
