import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { eventually } from '../../../test/eventually.js';
import { speak } from '../../../test/raw-socket.js';
import { serveFrontend } from './frontend.js';
import { HttpAdapter } from './server.js';

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

describe('requests that are sent ahead on one connection', () => {
  const unanswered: Response[] = [];
  let folder: string;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pipelined-'));
    for (const name of ['assets', 'server']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'assets/big.js'), 'x'.repeat(1_000_000));
    await writeFile(join(folder, 'index.html'), 'the page');
    await writeFile(join(folder, 'favicon.svg'), 'the icon');
    await writeFile(join(folder, 'server/server.mjs'), 'the renderer');
    const app = express();
    app.get('/held/:name', (_request, response) => void unanswered.push(response));
    app.use(serveFrontend(folder));
    const adapter = new HttpAdapter(app);
    adapter.initHttpServer();
    server = adapter.getHttpServer() as Server;
    server.timeout = 300;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const handles = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

  it('begin one after the other, each when the answer before it was sent', async () => {
    const answer = speak(url, get('/held/1') + get('/held/2') + get('/held/3', 'Connection: close\r\n'));
    for (const number of [1, 2, 3]) {
      await eventually(() => expect(unanswered).toHaveLength(1));
      expect(unanswered[0]!.req.url).toBe(`/held/${number}`);
      unanswered.pop()!.send(`answer ${number}`);
    }
    expect((await answer).match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('close their connection when there are more than a handful, and none of those that wait begins', async () => {
    expect(await speak(url, get('/held/1').repeat(1000))).toBe('');
    expect(unanswered.splice(0)).toHaveLength(1);
  });

  it('leave no file open when the connection ends before it read their answers', async () => {
    const before = await handles();
    const sockets = await Promise.all(Array.from({ length: 10 }, open));
    for (const socket of sockets) socket.pause().write(get('/assets/big.js').repeat(8));
    await eventually(async () => expect(await handles()).toBeGreaterThanOrEqual(before + 30));
    for (const socket of sockets) socket.destroy();
    await eventually(async () => expect(await handles()).toBeLessThanOrEqual(before));
  });

  it('leave no file open when nothing of their answers is read', async () => {
    const before = await handles();
    const socket = await open();
    socket.pause().write(get('/assets/big.js').repeat(8));
    await eventually(async () => expect(await handles()).toBe(before + 3));
    await eventually(async () => expect(await handles()).toBe(before + 1));
    socket.destroy();
  });

  it('are not an upgrade, whose connection is closed while another request is under way', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    server.once('upgrade', (_request, socket: Socket) => socket.end('upgraded'));
    expect(await speak(url, get('/held/1') + get('/socket.io/', upgrade))).toBe('');
    expect(await speak(url, get('/socket.io/', upgrade))).toBe('upgraded');
    unanswered.splice(0);
  });

  it('may wait longer for their answer than a connection may be idle', async () => {
    const answer = speak(url, get('/held/slow', 'Connection: close\r\n'));
    await eventually(() => expect(unanswered).toHaveLength(1));
    await once(server, 'timeout');
    unanswered.pop()!.send('at last');
    expect(await answer).toMatch(/at last$/);
  });

  it.each(['/server/server.mjs', '//server/server.mjs', '/%73erver/server.mjs', '/./server/server.mjs'])(
    'of the frontend never answer what the API reads of it: %s',
    async (path) => {
      expect(await speak(url, get(path, 'Connection: close\r\n'))).not.toContain('the renderer');
      expect(await speak(url, get('/favicon.svg', 'Connection: close\r\n'))).toContain('the icon');
    },
  );
});
