import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { frame, handshake, PART, PING, TEXT } from '../raw-websocket.js';
import { stretched } from '../stretched.js';
import { endWorkers, startApiProcess, type ApiProcess } from '../worker-process.js';
import { fault } from './fault.js';

/** How long attackers stay. */
const ATTACK_MS = 2000;
/** What an attack may add, beside a handle for each of its connections. */
const MORE_HANDLES = 30;
const MORE_BYTES = 300_000_000;
/** What may be left 10 s after it: the pool of the database's connections, and what the allocator keeps for the next requests. */
const LEFT_HANDLES = MORE_HANDLES;
const LEFT_BYTES = 100_000_000;
/** Node collects garbage when it needs the memory; with this it does whenever it gets the signal. */
const COLLECTS = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2", () => gc())'];
/** Of others, on an idle machine. */
const LONGEST_HEALTH_MS = 1000;

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const times = (one: Buffer | string, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.from(one)));

describe('hostile use of connections', () => {
  let app: TestApp;
  let api: ApiProcess;
  let page: string;
  let picture: string;
  const attackers = new Set<Socket>();

  beforeAll(async () => {
    app = await startApp();
    const { moment, images } = await createMomentWithImages(await app.staff(), 1);
    page = `/public/${moment.id}`;
    picture = new URL(images[0]!.imageUrl, app.url).pathname;
    api = await startApiProcess(app, {}, COLLECTS);
    // What is loaded or compiled with the first use is no leak.
    for (const path of [page, '/api/openapi.json', '/api/health/live', picture])
      await fetch(api.url + path).then((a) => a.text());
  });
  afterEach(() => attackers.forEach((socket) => socket.destroy()));
  afterAll(async () => {
    await endWorkers();
    await app.close();
  });

  async function used(): Promise<{ handles: number; bytes: number }> {
    const [handles, status] = await Promise.all([
      readdir(`/proc/${api.pid}/fd`),
      readFile(`/proc/${api.pid}/status`, 'utf8'),
    ]);
    return { handles: handles.length, bytes: 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)![1]) };
  }

  async function healthMs(): Promise<number> {
    const began = performance.now();
    expect((await fetch(`${api.url}/api/health/live`)).status).toBe(200);
    return performance.now() - began;
  }

  /** One connection that says all this, and what it says once it was answered. It reads nothing unless it `reads`. */
  function attacker({ first, then, reads = false, readsSlowly = false }: Attack): Socket {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    attackers.add(socket);
    socket.on('error', () => undefined).once('close', () => attackers.delete(socket));
    socket.once('connect', () => socket.write(first));
    if (readsSlowly) return socket.on('data', () => socket.pause());
    if (reads) socket.resume();
    if (then) socket.once('data', () => socket.write(then));
    return reads ? socket : socket.once('data', () => socket.pause());
  }

  /** Keeps so many connections open for a while: one that is closed comes again. */
  async function expectHarmless(count: number, attack: Attack): Promise<void> {
    const before = await used();
    const peak = { handles: 0, bytes: 0, healthMs: 0 };
    const end = performance.now() + ATTACK_MS;
    while (performance.now() < end) {
      while (attackers.size < count) attacker(attack);
      peak.healthMs = Math.max(peak.healthMs, await healthMs());
      if (attack.readsSlowly) for (const socket of attackers) socket.resume();
      const now = await used();
      peak.handles = Math.max(peak.handles, now.handles);
      peak.bytes = Math.max(peak.bytes, now.bytes);
    }
    expect(peak.handles - before.handles).toBeLessThan(2 * count + MORE_HANDLES);
    expect(peak.bytes - before.bytes).toBeLessThan(MORE_BYTES);
    expect(peak.healthMs).toBeLessThan(stretched(LONGEST_HEALTH_MS));
    for (const socket of attackers) socket.destroy();
    await eventually(async () => {
      process.kill(api.pid, 'SIGUSR2');
      // An answer says that it has collected: signals that are sent faster would keep it collecting.
      const answeredMs = await healthMs();
      const after = await used();
      expect(after.handles - before.handles).toBeLessThan(LEFT_HANDLES);
      expect(after.bytes - before.bytes).toBeLessThan(LEFT_BYTES);
      expect(answeredMs).toBeLessThan(stretched(LONGEST_HEALTH_MS) / 2);
    }, 10_000);
  }

  const live = handshake();
  const ROWS: [what: string, count: number, attack: () => Attack][] = [
    ['1100 pipelined requests for a page', 20, () => ({ first: times(get('/'), 1100) })],
    ['1100 pipelined requests for the API’s document', 20, () => ({ first: times(get('/api/openapi.json'), 1100) })],
    ['1100 pipelined requests for its health', 20, () => ({ first: times(get('/api/health/live'), 1100) })],
    ['1100 pipelined requests for a review page', 20, () => ({ first: times(get(page), 1100) })],
    [
      '1100 pipelined requests for a picture, of which no answer is read',
      20,
      () => ({ first: times(get(picture), 1100) }),
    ],
    ['1100 pipelined requests for live connections', 20, () => ({ first: times(live, 1100) })],
    ['as many requests as may wait, of which no answer is read', 200, () => ({ first: times(get(page), 9) })],
    ['a request for a page that is read slowly', 200, () => ({ first: get(page), readsSlowly: true })],
    [
      'one request for the API’s document at a time, compressed',
      100,
      () => ({ first: get('/api/openapi.json', 'Accept-Encoding: gzip\r\nConnection: close\r\n'), reads: true }),
    ],
    ['half a request', 1000, () => ({ first: 'GET /api/health/live HTTP/1.1\r\nHost: loc' })],
    [
      'half a body',
      500,
      () => ({
        first: `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"a`,
      }),
    ],
    ['handshakes, one after the other', 200, () => ({ first: live })],
    [
      'handshakes that name an earlier connection',
      200,
      () => ({ first: handshake('/socket.io/?EIO=4&transport=websocket&sid=x') }),
    ],
    [
      'requests for unknown namespaces, whose refusals are not read',
      20,
      () => ({ first: live, then: times(frame(TEXT, '40/n,'), 50_000) }),
    ],
    [
      'requests for namespaces of long names',
      20,
      () => ({ first: live, then: times(frame(TEXT, `40/${'n'.repeat(9000)},`), 200) }),
    ],
    [
      'pings whose answers are not read',
      20,
      () => ({ first: live, then: times(frame(PING, 'x'.repeat(125)), 20_000) }),
    ],
    ['pings', 20, () => ({ first: live, then: times(frame(PING), 50_000), reads: true })],
    ['frames that are too long', 20, () => ({ first: live, then: times(frame(TEXT, 'x'.repeat(60_000)), 50) })],
    [
      'messages in many parts',
      20,
      () => ({ first: live, then: Buffer.concat([frame(PART), times(frame(0), 100_000)]) }),
    ],
    [
      'messages that do not exist',
      20,
      () => ({ first: live, then: Buffer.concat([frame(TEXT, '40'), times(frame(TEXT, '421["x"]'), 50_000)]) }),
    ],
  ];
  for (const [what, count, attack] of ROWS) {
    fault(
      {
        what: `${count} connections, each with ${what}`,
        done: `for ${ATTACK_MS / 1000} s, those that are closed come again, while others ask for health/live`,
        checked:
          'handles, memory and the delay for others stay within bounds, and are as before within 10 s after they left',
      },
      () => expectHarmless(count, attack()),
    );
  }
});

/** What a connection sends at once, and what after the first answer. */
interface Attack {
  first: Buffer | string;
  then?: Buffer;
  /** Whether it reads what is answered. */
  reads?: boolean;
  /** Whether it reads now and then. */
  readsSlowly?: boolean;
}
