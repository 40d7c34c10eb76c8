import { createServer } from 'node:http';
import { TestEnvironment } from 'jest-environment-jsdom';
import { Server } from 'socket.io';

/** What Node has, pages use, and jsdom lacks. */
const FROM_NODE = {
  AbortController,
  AbortSignal,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  structuredClone,
};

/** A page that was served by a real HTTP server on loopback, which each test tells what to answer. */
export default class ServedPage extends TestEnvironment {
  async setup() {
    await super.setup();
    this.server = createServer();
    this.io = new Server(this.server, { transports: ['websocket'], serveClient: false });
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.dom.reconfigure({ url: `http://127.0.0.1:${this.server.address().port}/` });
    const relative = (input, init) => fetch(new URL(input, this.global.location.href), init);
    Object.assign(this.global, FROM_NODE, { fetch: relative, testServer: this.server, testSockets: this.io });
  }

  async teardown() {
    this.server.closeAllConnections();
    await this.io.close();
    await super.teardown();
  }
}
