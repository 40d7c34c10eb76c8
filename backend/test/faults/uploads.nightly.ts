import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { IMAGE_MAX_BYTES } from '../../src/contract/limits.js';
import { startApp, type Agent, type TestApp } from '../app.js';
import { imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMoment, jpeg } from '../factories.js';
import { eventuallyFiles, filesOf, keptFiles } from '../files.js';
import { sessionCookie } from '../live.js';
import { MULTIPART, multipart, postImages } from '../multipart.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { FORM, formOf } from './files-forms.js';
import { stretched } from '../stretched.js';

const MB = 1024 * 1024;

describe('hostile uploads', () => {
  let app: TestApp;
  let staff: Agent;
  let cookie: string;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    cookie = await sessionCookie(app);
  });
  afterAll(() => app.close());

  /** Sends a form of a file of this length without ever holding it. */
  function stream(length: number): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const start = '--x\r\nContent-Disposition: form-data; name="images"; filename="large.jpg"\r\n\r\n';
      const headers = { Cookie: cookie, 'Content-Type': FORM };
      const call = request(`${app.url}/api/upload`, { method: 'POST', headers }, (response) => {
        response
          .toArray()
          .then(
            (chunks: Buffer[]) => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }),
            reject,
          );
      });
      call.on('error', reject);
      const piece = Buffer.alloc(MB);
      const write = (left: number): void => {
        if (left <= 0) return void call.end('\r\n--x--\r\n');
        const more = call.write(piece.subarray(0, Math.min(left, MB)));
        if (more) setImmediate(write, left - MB);
        else call.once('drain', () => write(left - MB));
      };
      call.write(start);
      write(length);
    });
  }

  fault(
    {
      what: 'A file of 50 MB and a byte, one of 300 MB, and 31 files',
      done: 'streamed to the upload',
      checked: 'refused in a sentence; memory grows by less than 100 MB; no row, no file',
    },
    async () => {
      const { id } = await createMoment(staff);
      const before = await keptFiles(app);
      const memory = process.memoryUsage().rss;
      for (const length of [IMAGE_MAX_BYTES + 1, 300 * MB]) {
        const { status, text } = await stream(length);
        expect(status).toBe(413);
        expect(JSON.parse(text).message).toBe('"large.jpg" is too large: a file may have at most 50 MB.');
      }
      expect(process.memoryUsage().rss - memory).toBeLessThan(100 * MB);
      const file = await jpeg();
      const many = Object.fromEntries(Array.from({ length: 31 }, (_none, index) => [`${index}.jpg`, file]));
      expect((await postImages(staff, id, many)).status).toBe(400);
      expect(await imagesOf(staff, id)).toEqual([]);
      await eventuallyFiles(app, before);
    },
  );

  fault(
    {
      what: 'Uploads that the browser breaks off',
      done: 'after the form’s head, in the middle of a file, and behind it',
      checked: 'no row; no file, not even a temporary one',
    },
    async () => {
      const { id } = await createMoment(staff);
      const before = await keptFiles(app);
      const body = multipart(formOf(id, { fileName: 'a.jpg', content: Buffer.alloc(3_000_000) }));
      for (const part of [500, 100_000, 2_000_000, body.length - 10]) {
        const headers = { 'Content-Type': MULTIPART, 'Content-Length': body.length, Cookie: cookie };
        const upload = request(`${app.url}/api/upload`, { method: 'POST', headers });
        upload.on('error', () => undefined);
        upload.write(body.subarray(0, part));
        await eventually(async () => expect((await filesOf(app)).length).toBeGreaterThan(before.length));
        upload.destroy();
        await eventuallyFiles(app, before);
      }
      expect(await imagesOf(staff, id)).toEqual([]);
      await expectAgreement(app);
    },
  );

  /** Opens a connection that sends one byte per second; returns the milliseconds until the server closed it. */
  async function drip(start: string): Promise<number> {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    const begin = Date.now();
    socket.resume().write(start);
    const drops = setInterval(() => socket.write('x'), 1000);
    await once(socket, 'close');
    clearInterval(drops);
    return Date.now() - begin;
  }

  /**
   * Requests a picture, stops reading for longer than the server allows, and returns how many bytes can be read after
   * that.
   */
  async function askAndWait(path: string): Promise<number> {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    await delay(75_000);
    const left = socket.toArray() as Promise<Buffer[]>;
    return left.then((chunks) => Buffer.concat(chunks).length).catch(() => 0);
  }

  fault(
    {
      what: 'Headers, bodies and forms that come one byte a second, an upload that stalls, downloads that are not read (slowloris)',
      done: 'on 180 connections at once',
      checked: 'the server ends each within 80 s, and serves everybody else meanwhile; no file is left',
    },
    async () => {
      const picture = Buffer.concat([await jpeg(), Buffer.alloc(40 * MB)]);
      const large = await postImages(staff, (await createMoment(staff)).id, { 'large.jpg': picture }).expect(201);
      const before = await keptFiles(app);
      const unread = Promise.all(Array.from({ length: 20 }, () => askAndWait(large.body[0].imageUrl)));
      const head = (path: string, more: string): string => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}`;
      const starts = [
        head('/api/login', 'X-Drip: '),
        head('/api/login', 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"'),
        head('/api/upload', `Content-Type: ${FORM}\r\nContent-Length: 100000\r\n\r\n--x\r\n`),
        head('/media/x', 'Transfer-Encoding: chunked\r\n\r\nffff\r\n'),
      ];
      const slow = Promise.all(starts.flatMap((start) => Array.from({ length: 40 }, () => drip(start))));
      const silent = multipart(formOf('x', { fileName: 'a.jpg', content: Buffer.alloc(5000) }));
      const headers = { 'Content-Type': MULTIPART, 'Content-Length': 5_000_000, Cookie: cookie };
      const upload = request(`${app.url}/api/upload`, { method: 'POST', headers });
      upload.on('error', () => undefined);
      const ended = new Promise((resolve) => void upload.once('close', resolve));
      upload.write(silent.subarray(0, 3000));
      for (let turn = 0; turn < 20; turn += 1) {
        const begin = Date.now();
        await app.visitor().get('/api/branding').expect(200);
        expect(Date.now() - begin).toBeLessThan(stretched(15_000));
        await delay(100);
      }
      const { id } = await createMoment(staff);
      expect((await postImages(staff, id, { 'a.jpg': await jpeg() })).status).toBe(201);
      expect(Math.max(...(await slow))).toBeLessThan(stretched(80_000));
      await ended;
      for (const received of await unread) expect(received).toBeLessThan(picture.length);
      await eventually(async () =>
        expect((await filesOf(app)).filter((file) => file.includes('incoming'))).toEqual([]),
      );
      expect((await keptFiles(app)).length).toBe(before.length + 4);
    },
  );
});
