import { randomBytes, randomUUID } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { TestApp } from '../app.js';
import { frame, handshake, TEXT } from '../raw-websocket.js';
import { stretched } from '../stretched.js';
import { startApiProcess, type ApiProcess } from '../worker-process.js';
import { fault } from './fault.js';

/** As many as a connection may send within ten seconds, but for a few. */
const FRAMES = 190;
const WINDOW_MS = 10_000;
/** The frame that ends a connection; no other one holds these bytes. */
const CLOSE = Buffer.from([0x88, 0x00]);

/** Messages without an account, each as Socket.IO sends it, with a number that asks for an answer. */
export const MESSAGES: Record<string, (index: number) => string> = {
  'watch a moment': (index) => `42${index}["watch",{"momentId":"${randomUUID()}"}]`,
  'watch an optimization': (index) => `42${index}["watch",{"publicLink":"${aToken()}"}]`,
  'watch by a reviewer’s link': (index) => `42${index}["watch",{"reviewLink":"${aToken()}"}]`,
  'ask what they missed': (index) => `42${index}["missed",1000]`,
  'send what is no message': (index) => `42${index}["nothing",1000]`,
};

interface Flood {
  connections: number;
  seconds: number;
  message: (index: number) => string;
}

/**
 * Opens live connections and then floods: each sends as much as is allowed at once, goes on after ten seconds, and comes back when
 * it is closed, until the time is over.
 */
async function startFlood(url: string, { connections, seconds, message }: Flood): Promise<{ over: Promise<unknown> }> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const attack = async (opened: Socket): Promise<void> => {
    for (let socket: Socket | null = opened; !stop.signal.aborted;) {
      socket?.write(Buffer.concat(Array.from({ length: FRAMES }, (_none, index) => frame(TEXT, message(index)))));
      const closed = socket && once(socket, 'close', { signal: stop.signal });
      await Promise.race([closed, setTimeout(WINDOW_MS, null, { signal: stop.signal, ref: false })]).catch(() => null);
      if (!socket || socket.destroyed) socket = await openLive(url, stop.signal).catch(() => null);
      if (stop.signal.aborted) socket?.destroy();
    }
  };
  const opened = await Promise.all(Array.from({ length: connections }, () => openLive(url, stop.signal)));
  const ended = setTimeout(seconds * 1000).then(() => stop.abort());
  return { over: Promise.all([ended, ...opened.map(attack)]) };
}

/** A connection that was let in. */
async function openLive(url: string, signal: AbortSignal): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  const received = async (text: string): Promise<void> => {
    for (let all = ''; !all.includes(text);) all += (await once(socket, 'data', { signal })).toString();
  };
  socket.write(handshake());
  await received('HTTP/1.1 101 ');
  socket.write(frame(TEXT, '40'));
  await received('40{"sid"');
  // Answers the end of the connection, as a browser does.
  socket.on('data', (bytes: Buffer) => bytes.includes(CLOSE) && socket.destroy());
  return socket;
}

/** What somebody else noticed of an API meanwhile. */
interface Noticed {
  /** How long the slowest answer to whether it is ready took. */
  slowestMs: number;
  /** Answers other than 200. */
  refused: number;
  /** How much its memory grew at most, in MB. */
  grewMb: number;
}

/** Asks an API again and again whether it is ready, and how much memory it has, until some work ends. */
async function noticedDuring(api: ApiProcess, work: Promise<unknown>): Promise<Noticed> {
  const before = await memoryOf(api.pid);
  const noticed: Noticed = { slowestMs: 0, refused: 0, grewMb: 0 };
  const over = new AbortController();
  void work.finally(() => over.abort());
  while (!over.signal.aborted) {
    const begun = performance.now();
    const { status } = await fetch(`${api.url}/api/health/ready`);
    noticed.slowestMs = Math.max(noticed.slowestMs, performance.now() - begun);
    if (status !== 200) noticed.refused += 1;
    noticed.grewMb = Math.max(noticed.grewMb, (await memoryOf(api.pid)) - before);
    await setTimeout(100);
  }
  return noticed;
}

/** What the system has given a process, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kb) / 1000;
}

function aToken(): string {
  return randomBytes(16).toString('base64url');
}

/** Rows of the table, one for each of these messages: no one else notices a flood of it. */
export function floodRows(app: () => TestApp, messages: string[], connections: number, seconds: number): void {
  for (const name of messages) {
    fault(
      {
        what: `${connections} connections of one address, without an account, that ${name}`,
        done: `send 190 messages each at once for ${seconds} s, and come back when they are closed`,
        checked: 'the API says within a second that it is ready, takes no 150 MB, and logs a few lines',
      },
      async () => {
        const api = await startApiProcess(app());
        const { over } = await startFlood(api.url, { connections, seconds, message: MESSAGES[name]! });
        const { slowestMs, refused, grewMb } = await noticedDuring(api, over);
        expect(refused).toBe(0);
        expect(slowestMs).toBeLessThan(stretched(1000));
        expect(grewMb).toBeLessThan(150);
        expect(api.log().split('\n').length).toBeLessThan(50);
      },
    );
  }
}
