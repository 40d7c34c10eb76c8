import { createServer, IncomingMessage } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Where live connections are opened. */
const LIVE_PATH = '/socket.io/';

/** Express on a server that leaves it to us to refuse requests without a Host (`refuseOddHeaders`), and to no other protocol. */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const options = { IncomingMessage: Request, requireHostHeader: false };
    this.httpServer = createServer(options, this.getInstance());
  }
}

/**
 * A request that changes the protocol of its connection only where live connections are opened. What others offer, as curl
 * and Java do with HTTP/2, is passed over: Node would hand the connection to Socket.IO, which leaves it without an answer.
 */
class Request extends IncomingMessage {
  private offersUpgrade: unknown;

  get upgrade(): boolean {
    return Boolean(this.offersUpgrade) && (this.method === 'CONNECT' || this.isLive());
  }

  set upgrade(offered: unknown) {
    this.offersUpgrade = offered;
  }

  private isLive(): boolean {
    return this.url!.startsWith(LIVE_PATH) && this.headers.upgrade?.toLowerCase() === 'websocket';
  }
}
