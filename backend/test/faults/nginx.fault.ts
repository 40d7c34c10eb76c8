import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { IMAGE_MAX_BYTES } from '../../src/contract/limits.js';
import { startApp, STAFF_EMAIL, STAFF_PASSWORD } from '../app.js';
import { eventually } from '../eventually.js';
import { createMoment, jpeg } from '../factories.js';
import { freePort } from '../free-port.js';
import { describeUnless } from '../it-unless.js';
import { findProgram, whyMissing } from '../programs.js';
import { SELF_SIGNED } from '../self-signed.js';
import { startApiProcess } from '../worker-process.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';

afterEach(endAll);

const HOST = 'shop.test';
const OPERATIONS = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url));

/** nginx with the example of the documents. @returns its port on loopback */
async function startNginx(apiUrl: string): Promise<number> {
  const folder = later(await mkdtemp(join(tmpdir(), 'gmb-nginx-')), (path) => rm(path, { recursive: true }));
  const [cert, key, port] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), await freePort()];
  await writeFile(cert, SELF_SIGNED.cert);
  await writeFile(key, SELF_SIGNED.key);
  const [, example = ''] = /```nginx\n([^]*?)```/.exec(await readFile(OPERATIONS, 'utf8')) ?? [];
  const site = example
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('admin.example.com;', `${HOST};`)
    .replace('/etc/ssl/admin.example.com.pem', cert)
    .replace('/etc/ssl/admin.example.com.key', key)
    .replace('http://127.0.0.1:3000', apiUrl);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
  await Promise.all(temporary.map((name) => mkdir(join(folder, name))));
  const log = join(folder, 'error.log');
  const main = `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${log};
events {}
http { access_log off; ${paths}\n${site} }`;
  await writeFile(join(folder, 'nginx.conf'), process.getuid?.() === 0 ? `user root;\n${main}` : main);
  const child = spawn(findProgram('nginx')!, ['-e', log, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  later(child, async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await eventually(async () => expect((await ask(port, 'GET', '/api/health/live')).status).toBe(200));
  return port;
}

/** Sends a request as a browser on `https://shop.test` does. */
async function ask(port: number, method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  const sent = request({
    ...{ host: '127.0.0.1', port, method, path, ca: SELF_SIGNED.cert, servername: HOST },
    headers: { host: HOST, ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}

/** A picture of exactly this many bytes. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const picture = await jpeg();
  const left = bytes - picture.length;
  const comments: Buffer[] = [];
  for (let rest = left; rest > 0;) {
    // A comment has two bytes of a marker and two of its length, and a rest of less would fit into none.
    const length = rest > 65_537 + 4 ? 65_537 : rest;
    const comment = Buffer.alloc(length);
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(length - 2, 2);
    comments.push(comment);
    rest -= length;
  }
  return Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)]);
}

function form(momentId: string, file: Buffer): { headers: Record<string, string>; body: Buffer } {
  const field = `--x\r\nContent-Disposition: form-data; name="momentId"\r\n\r\n${momentId}\r\n`;
  const part = 'Content-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg';
  const head = `${field}--x\r\n${part}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]);
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(body.length) },
    body,
  };
}

describeUnless(whyMissing('nginx'), 'nginx', () => {
  fault(
    {
      what: 'nginx in front, as the documents show it',
      done: 'a page, a login, an upload of 50 MB, a WebSocket, headers that a visitor made up',
      checked: 'all work, and the headers are those of nginx',
    },
    async () => {
      const app = later(await startApp(), (one) => one.close());
      const { id } = await createMoment(await app.staff());
      const env = { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: '1' };
      const api = await startApiProcess(app, env);
      const port = await startNginx(api.url);
      const page = await ask(port, 'GET', `/public/${id}`);
      expect(page).toMatchObject({ status: 200, headers: { 'content-type': expect.stringContaining('text/html') } });

      const origin = `https://${HOST}`;
      const credentials = Buffer.from(JSON.stringify({ email: STAFF_EMAIL, password: STAFF_PASSWORD }));
      const made = {
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '203.0.113.9',
      };
      const login = {
        origin,
        'content-type': 'application/json',
        'content-length': String(credentials.length),
        ...made,
      };
      const signedIn = await ask(port, 'POST', '/api/login', login, credentials);
      expect(signedIn).toMatchObject({ status: 200 });
      const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
      expect(cookie).toMatch(/; Secure/);

      const session = { origin, cookie: cookie.split(';')[0]! };
      const whole = form(id, await pictureOf(IMAGE_MAX_BYTES));
      const uploaded = await ask(port, 'POST', '/api/upload', { ...session, ...whole.headers }, whole.body);
      expect(uploaded).toMatchObject({ status: 201 });

      const socket: Socket = io(`https://127.0.0.1:${port}`, {
        transports: ['websocket'],
        ...{ ca: SELF_SIGNED.cert, servername: HOST, extraHeaders: { host: HOST, ...session } },
      });
      later(socket, async (one) => one.disconnect());
      const events: string[] = [];
      socket.onAny((name: string) => events.push(name));
      await once(socket as unknown as NodeJS.EventEmitter, 'connect');
      const [image] = JSON.parse(uploaded.body) as { id: string }[];
      expect(await ask(port, 'DELETE', `/api/images/${image!.id}`, session)).toMatchObject({ status: 204 });
      await eventually(() => expect(events).toContain('image.deleted'));
    },
  );
});
