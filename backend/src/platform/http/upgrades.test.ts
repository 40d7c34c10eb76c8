import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type TestApp } from '../../../test/app.js';
import { connectLive } from '../../../test/live.js';
import { speak } from '../../../test/raw-socket.js';

// As curl and Java write it.
const HTTP2 = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n';
const LOGIN = JSON.stringify({ email: STAFF_EMAIL, password: STAFF_PASSWORD });
const POST = `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${HTTP2}`;
const CHUNKS = `${LOGIN.length.toString(16)}\r\n${LOGIN}\r\n0\r\n\r\n`;

const get = (path: string, headers: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

describe('requests with an Upgrade header', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.staff();
  });
  afterAll(() => app.close());

  /** Sends the pieces and waits for the answer, which ends with an object, in chunks or as a whole. */
  async function answerTo(socket: Socket, ...pieces: string[]): Promise<string> {
    for (const piece of pieces) socket.write(piece);
    let answer = '';
    while (!/\}(\r\n0\r\n\r\n)?$/.test(answer)) answer += String((await once(socket, 'data'))[0]);
    return answer;
  }

  it.each([
    ['HTTP/2', 200, [get('/api/branding', HTTP2)]],
    ['TLS', 200, [get('/api/branding', 'Connection: Upgrade\r\nUpgrade: TLS/1.0\r\n')]],
    ['WebSocket', 200, [get('/api/branding', 'Connection: keep-alive, upgrade\r\nupgrade:websocket\r\n')]],
    ['HTTP/2, where nothing is', 404, [get('/api/nothing-here', HTTP2)]],
    ['HTTP/2, where live connections are', 400, [get('/socket.io/?EIO=4&transport=websocket', HTTP2)]],
    ['HTTP/2, with a body', 200, [`${POST}Content-Length: ${LOGIN.length}\r\n\r\n${LOGIN}`]],
    ['HTTP/2, with a body that comes behind', 200, [`${POST}Content-Length: ${LOGIN.length}\r\n\r\n`, LOGIN]],
    ['HTTP/2, with a body in chunks', 200, [`${POST}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`]],
  ])('are answered without an upgrade, and so is the next request: %s', async (_what, status, pieces) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    expect(await answerTo(socket, ...pieces)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(await answerTo(socket, get('/api/health/live', HTTP2))).toContain('{"status":"ok"}');
    socket.destroy();
  });

  it('are answered also when several arrive at once', async () => {
    const one = get('/api/branding', HTTP2);
    expect(await speak(app.url, one.repeat(5) + POST + one)).toMatch(/^HTTP\/1.1 200 /);
    await app.visitor().get('/api/branding').expect(200);
  });

  it('are upgraded at the address of live connections', async () => {
    const live = await connectLive(app);
    expect(live.socket.connected).toBe(true);
    live.socket.disconnect();
  });
});
