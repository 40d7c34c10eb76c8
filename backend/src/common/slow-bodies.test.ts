import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import { speak } from '../../test/raw-socket.js';
import type { AppError } from './errors.js';
import { jsonBody } from './json-body.js';
import { closeUnread } from './unread-bodies.js';

const SOON_MS = 300;

describe('bodies that do not come to their end', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const app = express();
    app.use(closeUnread({ afterMs: SOON_MS }));
    app.post('/refused', (_request, response) => void response.status(401).send('refused'));
    app.use(jsonBody({ withinMs: SOON_MS }));
    app.post('/', (request, response) => void response.json(request.body));
    app.use((error: AppError, _request: Request, response: Response, _next: NextFunction) => {
      response.status(error.getStatus()).send(error.message);
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const head = (path: string, more: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  it('are answered with 408 in time, and their connection is closed', async () => {
    for (const length of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      const heard = await speak(url, head('/', length), length.startsWith('T') ? '3\r\n{"a\r\n' : '{"a');
      expect(heard).toMatch(/^HTTP\/1.1 408 /);
      expect(heard).toContain('The body of the request took too long to come in. Please try again.');
      expect(heard).not.toContain('stayed open');
    }
  });

  it('hold no connection after their answer', async () => {
    const heard = await speak(url, head('/refused', 'Content-Length: 100'), '{"a');
    expect(heard).toMatch(/^HTTP\/1.1 401 /);
    expect(heard).not.toContain('stayed open');
  });

  it('are waited for as long as they come in time', async () => {
    const close = 'Content-Length: 7\r\nConnection: close';
    expect(await speak(url, head('/', close), '{"a"', ':1}')).toMatch(/^HTTP\/1.1 200 [^]*\{"a":1\}$/);
  });
});
