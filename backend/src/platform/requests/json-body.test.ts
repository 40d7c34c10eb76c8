import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { receiveBody } from './json-body.js';

describe('the body of a request', () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it('is refused when the connection was closed before it was read', async () => {
    const { port } = server.address() as AddressInfo;
    const arrived = once(server, 'request') as Promise<[Request, Response]>;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
    const [request, response] = await arrived;
    const closed = once(request.socket, 'close');
    socket.end();
    await closed;
    await expect(receiveBody(request, response, 1000)).rejects.toMatchObject({ code: 'JSON_INVALID' });
  });
});
