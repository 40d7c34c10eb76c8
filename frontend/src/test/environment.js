import { createServer } from 'node:http';
import { TestEnvironment } from 'jest-environment-jsdom';
import { Server } from 'socket.io';
import { measureFile } from '../../../backend/test/note-results.js';

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

/** A page that was served by a real HTTP server on loopback, whose answers each test sets. */
export default class ServedPage extends TestEnvironment {
  constructor(config, context) {
    // The address must be known before the page exists; without a host to look up, Node listens at once.
    // Connections stay: one that the server ends while a slow page sends the next request on it fails that request.
    const server = createServer({ keepAliveTimeout: 0 }).listen(0);
    const url = `http://127.0.0.1:${server.address().port}/`;
    const projectConfig = { ...config.projectConfig, testEnvironmentOptions: { url } };
    super({ ...config, projectConfig }, context);
    this.noteFile = measureFile(context.testPath);
    this.server = server;
    this.io = new Server(server, { transports: ['websocket'], serveClient: false });
  }

  async setup() {
    await super.setup();
    const relative = (input, init) => fetch(new URL(input, this.global.location.href), init);
    // jsdom has neither the method nor, at an address of loopback, the mark of browsers.
    Object.defineProperty(this.global.crypto, 'subtle', { value: crypto.subtle });
    this.global.isSecureContext = true;
    const { Blob, FileReader } = this.global;
    Blob.prototype.arrayBuffer = function arrayBuffer() {
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve(new Uint8Array(reader.result).slice().buffer));
        reader.readAsArrayBuffer(this);
      });
    };
    Object.assign(this.global, FROM_NODE, { fetch: relative, testServer: this.server, testSockets: this.io });
  }

  async teardown() {
    this.server.closeAllConnections();
    await this.io.close();
    await super.teardown();
    this.noteFile();
  }
}
