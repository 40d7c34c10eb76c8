import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { AgencyView } from '../../src/contract/agencies.js';
import type { ImageView } from '../../src/contract/images.js';
import type { MomentView } from '../../src/contract/moments.js';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../app.js';
import { createAgency, createClient, createMomentWithImages } from '../factories.js';
import { connectLive, waitForEvent, sessionCookie } from '../live.js';
import { fault } from './fault.js';
import { call } from './http.js';
import { ask } from './raw-request.js';

const EVIL = 'evil.example';
const OWN_DOMAIN = 'review.bloom.example';

describe('requests that pretend', () => {
  /** Directly on the internet. */
  let bare: TestApp;
  /** Behind a proxy that it trusts. */
  let behind: TestApp;
  let staff: Agent;
  let cookie: string;
  let agency: AgencyView;
  let moment: MomentView;
  let image: ImageView;

  beforeAll(async () => {
    [bare, behind] = await Promise.all([startApp(), startApp({ TRUST_PROXY: 'loopback' })]);
    for (const app of [bare, behind]) {
      const built = join(app.dataDir, 'no-frontend');
      await mkdir(join(built, 'assets'), { recursive: true });
      for (const file of ['index.html', 'assets/main.js']) await writeFile(join(built, file), 'built');
      await app.staff();
    }
    staff = await bare.staff();
    cookie = await sessionCookie(bare);
    agency = await createAgency(staff, { customDomain: OWN_DOMAIN });
    await bare.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    const client = await createClient(staff, { agencyId: agency.id });
    const made = await createMomentWithImages(staff, 1, { clientId: client.id });
    moment = made.moment;
    image = made.images[0]!;
  });
  afterAll(async () => {
    await bare.close();
    await behind.close();
  });

  const brandName = async (): Promise<string> => (await staff.get('/api/settings').expect(200)).body.brandName;
  const exists = async (): Promise<boolean> => (await staff.get(`/api/moments/${moment.id}`)).status === 200;

  fault(
    {
      what: 'a form or a script on another site',
      done: 'a browser in which staff are signed in sends changes from it: foreign, null, look-alike and neighbouring origins, as JSON, form and text',
      checked: '403 or 415, and nothing is changed; the own origin passes',
    },
    async () => {
      const { host, port } = new URL(bare.url);
      const origins = [
        'https://evil.example',
        'null',
        `https://${host}.evil.example`,
        `http://127.0.0.1:${Number(port) + 1}`,
      ];
      const neighbours = [`http://localhost:${port}`, `http://${host}@evil.example`, 'not an origin', `ftp://${EVIL}`];
      const senders: Record<string, string>[] = [
        ...[...origins, ...neighbours].map((Origin) => ({ Origin })),
        ...['cross-site', 'same-site', 'nonsense'].map((site) => ({ 'Sec-Fetch-Site': site, Origin: bare.url })),
      ];
      const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
      for (const sender of senders) {
        for (const type of types) {
          const headers = { ...sender, 'Content-Type': type, Cookie: cookie };
          const body = type.endsWith('json') ? '{"brandName":"Evil"}' : 'brandName=Evil';
          const answer = await call(`${bare.url}/api/settings`, { method: 'PATCH', body, headers });
          expect({ ...headers, status: answer.status }).toEqual({ ...headers, status: 403 });
        }
      }
      // Without any header of a browser, what a form could send is not read either.
      for (const type of types.slice(1, 3)) {
        const body = JSON.stringify({ email: STAFF_EMAIL, password: STAFF_PASSWORD });
        expect(await call(`${bare.url}/api/login`, { body, headers: { 'Content-Type': type } })).toMatchObject({
          status: 415,
          body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
        });
      }
      const form = new FormData();
      form.set('brandName', 'Ours');
      const own = { method: 'PATCH', body: form, headers: { Origin: bare.url, Cookie: cookie } };
      expect((await call(`${bare.url}/api/settings`, own)).status).toBe(200);
      expect(await brandName()).toBe('Ours');
    },
  );

  fault(
    {
      what: 'a method that is not the one on the wire',
      done: 'GET and POST that name DELETE in a header, the address or the body; unknown methods; preflights from another site',
      checked: 'nothing is deleted; other sites are allowed nothing',
    },
    async () => {
      const path = `${bare.url}/api/moments/${moment.id}`;
      for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
        const headers = { [name]: 'DELETE', Cookie: cookie };
        expect((await call(path, { headers })).status).toBe(200);
        expect((await call(path, { method: 'POST', headers })).status).toBe(405);
      }
      expect((await call(`${path}?_method=DELETE`, { headers: { Cookie: cookie } })).status).toBe(400);
      expect((await call(`${path}/share`, { body: { _method: 'DELETE' }, headers: { Cookie: cookie } })).status).toBe(
        400,
      );
      for (const method of ['PROPFIND', 'QUERY', 'MKCOL']) {
        expect((await call(path, { method, headers: { Cookie: cookie } })).status).toBe(405);
      }
      const preflight = { Origin: `https://${EVIL}`, 'Access-Control-Request-Method': 'DELETE', Cookie: cookie };
      for (const url of [path, `${bare.url}/api/login`, `${bare.url}/socket.io/`, `${bare.url}/media/x`]) {
        const { headers } = await call(url, { method: 'OPTIONS', headers: preflight });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
      expect(await exists()).toBe(true);
    },
  );

  fault(
    {
      what: 'a live connection from another site',
      done: 'WebSocket handshakes with the cookie of staff and a foreign, null, look-alike or unreadable origin, and with a spoofed host',
      checked: 'refused; where only the host is spoofed, it receives no event for staff',
    },
    async () => {
      const { host } = new URL(bare.url);
      const foreign = [
        'https://evil.example',
        'null',
        'http://127.0.0.1:1',
        'not an origin',
        `http://${host}.evil.example`,
      ];
      for (const Origin of foreign) {
        await expect(connectLive(bare, { Origin, Cookie: cookie })).rejects.toThrow('websocket error');
      }
      const forwarded = { 'X-Forwarded-Host': EVIL, Origin: `https://${EVIL}`, Cookie: cookie };
      await expect(connectLive(bare, forwarded)).rejects.toThrow('websocket error');
      const [own, rebound] = [
        await connectLive(bare, { Origin: bare.url, Cookie: cookie }),
        // A name of the attacker's that leads to this server: to its page, this is the own origin.
        await connectLive(bare, { Host: EVIL, Origin: `http://${EVIL}`, Cookie: cookie }),
      ];
      try {
        await createClient(staff);
        await waitForEvent(own, 'client.changed');
        await rebound.flush();
        expect(rebound.received).toEqual([]);
        expect(await rebound.watch({ momentId: moment.id })).toEqual({ ok: false });
      } finally {
        for (const { socket } of [own, rebound]) socket.disconnect();
      }
    },
  );

  fault(
    {
      what: 'a spoofed Host',
      done: 'every spelling that might pass for a host of ours, at the login, at staff’s calls and at links',
      checked: 'what is not a main host gets nothing of the staff, and no answer builds a link with it',
    },
    async () => {
      const hosts = [EVIL, 'localhost.evil.example', '127.0.0.1.evil.example', ''];
      // What is no host is refused as such.
      const odd = [
        'localhost, evil.example',
        'evil.example#localhost',
        'localhost@evil.example',
        'evil.example/localhost',
        '[::1',
        'localhost\\',
      ];
      const body = JSON.stringify({ email: STAFF_EMAIL, password: STAFF_PASSWORD });
      for (const host of [...hosts, ...odd]) {
        const refused = await ask(bare.url, { path: '/api/clients', headers: { Host: host, Cookie: cookie } });
        const login = await ask(bare.url, { method: 'POST', path: '/api/login', headers: { Host: host }, body });
        const link = await ask(bare.url, { path: `/api/public/${moment.id}`, headers: { Host: host } });
        const expected = odd.includes(host) ? [400, 400, 400] : [403, 403, 404];
        expect([host, refused.status, login.status, link.status]).toEqual([host, ...expected]);
      }
      const forwarded = {
        'X-Forwarded-Host': EVIL,
        'X-Forwarded-Proto': 'https',
        Forwarded: `host=${EVIL}`,
        'X-Host': EVIL,
      };
      for (const path of [
        `/api/moments/${moment.id}`,
        '/api/agencies',
        '/api/branding',
        '/',
        '/admin/queues',
        '/api/docs',
      ]) {
        const { text, head } = await ask(bare.url, { path, headers: { ...forwarded, Cookie: cookie } });
        expect(`${head}${text}`).not.toContain(EVIL);
      }
      const shown = await staff.get(`/api/moments/${moment.id}`).set(forwarded).expect(200);
      expect(shown.body.publicOrigin).toBe(`https://${OWN_DOMAIN}`);
    },
  );

  fault(
    {
      what: 'a poisoned cache',
      done: 'every cacheable answer is asked for with headers that proxies and frameworks are known to obey, and with cookies',
      checked:
        'the answer is the same to the byte, sets no cookie and names no person; everything else is not cacheable',
    },
    async () => {
      const picture = new URL(image.imageUrl, bare.url).pathname;
      const poison = {
        'X-Forwarded-Host': EVIL,
        'X-Forwarded-Scheme': 'http',
        'X-Forwarded-Prefix': `//${EVIL}`,
        'X-Original-URL': '/api/clients',
        'X-Rewrite-URL': '/api/clients',
        'X-HTTP-Method-Override': 'POST',
        Cookie: cookie,
      };
      for (const app of [bare, behind]) {
        for (const path of ['/', '/public/x', '/assets/main.js', ...(app === bare ? [picture] : [])]) {
          const [clean, poisoned] = [
            await call(`${app.url}${path}`),
            await call(`${app.url}${path}`, { headers: poison }),
          ];
          expect([path, poisoned.status, poisoned.text]).toEqual([path, clean.status, clean.text]);
          expect(poisoned.headers.getSetCookie()).toEqual([]);
          expect(poisoned.headers.get('Cache-Control')).toBe(clean.headers.get('Cache-Control'));
        }
      }
      for (const path of ['/api/branding', '/api/user', `/api/public/${moment.id}`, '/admin/queues', '/api/nothing']) {
        expect((await call(`${bare.url}${path}`, { headers: poison })).headers.get('Cache-Control')).toBe('no-store');
      }
      const id = { 'X-Request-Id': '<script>alert(1)</script>' };
      expect((await call(`${bare.url}/api/nothing`, { headers: id })).text).not.toContain('script');
    },
  );

  fault(
    {
      what: 'an open redirect',
      done: 'addresses with double slashes, backslashes, encoded ones and “next” parameters, at pages, files, board and documents',
      checked: 'no answer leads to another host',
    },
    async () => {
      const starts = [
        '//evil.example',
        '/\\evil.example',
        '/%2f%2fevil.example',
        '/%5cevil.example',
        '///evil.example',
      ];
      const ends = ['', '/', '/..', '/%2e%2e', '/assets', '/admin/queues', '/api/docs'];
      const plain = [
        '/login?next=https://evil.example',
        '/admin/queues?next=//evil.example',
        '/api/docs?url=//evil.example',
      ];
      const folders = [
        '/assets//evil.example/%2e%2e',
        '/assets',
        '/api/docs',
        '//evil.example/%2f..',
        '/admin/queues//evil.example',
      ];
      for (const path of [...starts.flatMap((start) => ends.map((end) => start + end)), ...plain, ...folders]) {
        const { status, headers } = await ask(bare.url, { path });
        const location = headers['location'] ?? '';
        expect({ path, location, status }).toEqual({
          path,
          location: expect.stringMatching(/^(\/(?![/\\])[^\\]*)?$/),
          status,
        });
        expect(status).not.toBe(500);
      }
    },
  );
});
