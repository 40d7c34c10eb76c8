import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { endWorkers, startApiProcess, type ApiProcess } from '../worker-process.js';
import { fault } from './fault.js';
import { address, call, callEach, many } from './http.js';
import { stretched } from '../stretched.js';

describe('bodies of people without a session', () => {
  let app: TestApp;
  let api: ApiProcess;

  beforeAll(async () => {
    app = await startApp();
    api = await startApiProcess(app, { TRUST_PROXY: 'loopback' });
  });
  afterAll(async () => {
    await endWorkers();
    await app.close();
  });

  const memory = async (): Promise<number> => {
    const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
  };

  /** Milliseconds of a processor that the API has taken so far. */
  const work = async (): Promise<number> => {
    const stat = await readFile(`/proc/${api.pid}/stat`, 'utf8');
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    return (Number(user) + Number(system)) * 10;
  };

  const PATHS = [`/api/public/${randomUUID()}/opened`, '/api/gmb-optimizations/public/x/opened', '/api/login'];
  const values = (count: number, one: string): string => Array.from({ length: count }, () => one).join();
  const packed = { 'Content-Encoding': 'gzip' };
  const COSTLY: [body: Buffer, headers: Record<string, string>][] = [
    [gzipSync(`[${values(500_000, '1')}]`), packed],
    [gzipSync(`{"email":[${values(330_000, '{}')}]}`), packed],
    [Buffer.from(`[${values(500_000, '1')}]`), {}],
    [Buffer.from(`{"email":[${values(330_000, '{}')}]}`), {}],
    [
      Buffer.from(
        `{${many(60_000)
          .map((index) => `"name${index}":1`)
          .join()}}`,
      ),
      {},
    ],
    [Buffer.from(JSON.stringify({ ['n'.repeat(1_000_000)]: 1 })), {}],
  ];
  const requests = (from: (index: number) => string): Buffer[] =>
    PATHS.flatMap((path) => COSTLY.map(([body, headers]) => ({ path, body, headers }))).map(
      ({ path, body, headers }, index) => {
        const all = {
          ...headers,
          Host: 'localhost',
          'X-Forwarded-For': from(index),
          'Content-Type': 'application/json',
          'Content-Length': body.length,
        };
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
        return Buffer.concat([Buffer.from([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')), body]);
      },
    );

  fault(
    {
      what: 'bodies that cost more than they are',
      done: 'half a million values in 1 kB compressed and as they are, 60,000 names, a name of a megabyte, on 16 connections at once, by somebody who reads no answer',
      checked: 'the API grows by less than 150 MB and answers others meanwhile',
    },
    async () => {
      await call(`${api.url}/api/branding`);
      const before = await memory();
      const { hostname, port } = new URL(api.url);
      const sockets = many(16).map((index) => {
        const socket = connect(Number(port), hostname)
          .on('error', () => undefined)
          .pause();
        for (const request of requests((turn) => address(index * 20 + turn))) socket.write(request);
        return socket;
      });
      for (let turn = 0; turn < 50; turn += 1) {
        const begin = Date.now();
        expect((await call(`${api.url}/api/health/live`)).status).toBe(200);
        expect(Date.now() - begin).toBeLessThan(stretched(10_000));
      }
      for (const socket of sockets) socket.destroy();
      expect((await memory()) - before).toBeLessThan(150);
    },
  );

  fault(
    {
      what: 'bodies that cost more than they are',
      done: 'each of them, and 60 more that are not valid, from one network',
      checked:
        'each answer is a sentence of at most 5 kB and takes less than 100 ms of a processor; then 429 before anything is read, for this network only',
    },
    async () => {
      const from = '203.0.113.20';
      const before = await work();
      for (const path of PATHS) {
        for (const [body, headers] of COSTLY) {
          const answer = await fetch(`${api.url}${path}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...headers },
            body: new Uint8Array(body),
          });
          expect([400, 415]).toContain(answer.status);
          expect((await answer.text()).length).toBeLessThan(5000);
        }
      }
      expect(((await work()) - before) / (PATHS.length * COSTLY.length)).toBeLessThan(100);
      await callEach(many(60), () => call(`${api.url}/api/login`, { body: { email: 1 }, from }));
      expect((await call(`${api.url}/api/login`, { body: '{', from })).status).toBe(429);
      expect((await call(`${api.url}/api/login`, { body: {}, from: '203.0.113.21' })).status).toBe(400);
    },
  );
});
