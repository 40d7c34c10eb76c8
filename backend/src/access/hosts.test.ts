import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { speak } from '../../test/raw-socket.js';
import { handshake } from '../../test/raw-websocket.js';

/** A system with a staging host, and one whose own address is known. */
const ENV = {
  MAIN_HOSTS: 'staging.gmb.example, *.preview.example, Dotted.gmb.example., bücher.gmb.example',
  PUBLIC_URL: 'https://admin.gmb.example',
};

describe('the host that a page is opened at', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(ENV);
  });
  afterAll(() => app.close());

  const isAgencyDomain = async (host: string): Promise<boolean> =>
    (await app.visitor().get('/api/branding').set('Host', host).expect(200)).body.agencyDomain;

  it.each([
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1',
    '203.0.113.7:8080',
    '[::1]:3000',
    'moments.replit.dev',
    'a.b.replit.dev',
    'moments.replit.app',
    'staging.gmb.example',
    'x.preview.example',
    'admin.gmb.example',
    'localhost.',
    '127.0.0.1.:3000',
    'Staging.GMB.example.:443',
    'x.preview.example.',
    'admin.gmb.example.',
    'dotted.gmb.example',
    'xn--bcher-kva.gmb.example',
  ])('%s is a main host, where staff work', async (host) => {
    expect(await isAgencyDomain(host)).toBe(false);
    await app.visitor().get('/api/clients').set('Host', host).expect(401);
  });

  it.each([
    'review.bloom.example',
    'localhost.example',
    'replit.dev',
    'notreplit.app',
    'replit.app.example',
    'other.gmb.example',
    'preview.example',
    '127.0.0.1.example',
    'localhost..',
  ])('%s is an agency’s domain, as is any other', async (host) => {
    expect(await isAgencyDomain(host)).toBe(true);
    const { body } = await app.visitor().get('/api/clients').set('Host', host).expect(403);
    expect(body.code).toBe('ADMIN_ON_AGENCY_DOMAIN');
  });
});

/** What looks like a host and is none: with a user, a path, several ports, or what no name holds. */
const NO_HOSTS = [
  'localhost:1@evil.example',
  'localhost@evil.example',
  'user:pass@localhost',
  'evil.example:80@localhost',
  'localhost/evil.example',
  'localhost\\@evil.example',
  'localhost?x',
  'localhost#x',
  'localhost evil.example',
  'localhost:1:2',
  'localhost:99999',
  'localhost:-1',
  'localhost:x',
  '::1',
  '[::1',
  '[::1]x',
  '[localhost]',
  '%00',
  'localhost%00',
  'localhost%2eevil.example',
  'loc"alhost',
  '<localhost>',
  'löcalhost',
  ':80',
  'x'.repeat(300) + '@evil.example',
];

describe('what names no host', () => {
  let app: TestApp;
  let behind: TestApp;

  beforeAll(async () => {
    [app, behind] = await Promise.all([startApp(), startApp({ TRUST_PROXY: 'loopback' })]);
  });
  afterAll(() => Promise.all([app.close(), behind.close()]));

  const LINE = 'GET /api/branding HTTP/1.1\r\nConnection: close\r\n';
  const statusOf = (answer: string): string | undefined => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

  it.each(NO_HOSTS)('refuses what names no host: %s', async (host) => {
    const answer = await speak(app.url, bytes(`${LINE}Host: ${host}\r\n\r\n`));
    expect(statusOf(answer)).toBe('400');
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(answer).toMatch(
      /"message":"The host .+ of the request is not a name or an address with a port of up to 65535/,
    );
    const live = await speak(app.url, bytes(handshake().replace('Host: localhost', `Host: ${host}`)));
    expect(statusOf(live)).toBe('400');
  });

  it.each(NO_HOSTS)('refuses it as the host that a trusted proxy was asked for: %s', async (host) => {
    const forwarded = `Host: localhost\r\nX-Forwarded-Host: ${host}\r\n`;
    expect(statusOf(await speak(behind.url, bytes(`${LINE}${forwarded}\r\n`)))).toBe('400');
    const live = await speak(behind.url, bytes(handshake(undefined, `X-Forwarded-Host: ${host}\r\n`)));
    expect(statusOf(live)).toBe('400');
    // Without a trusted proxy the header does not count.
    expect(statusOf(await speak(app.url, bytes(`${LINE}${forwarded}\r\n`)))).toBe('200');
  });

  it.each(['javascript', 'https://evil.example/?', 'http:'])('refuses the scheme %s', async (scheme) => {
    const forwarded = `Host: localhost\r\nX-Forwarded-Proto: ${scheme}\r\n`;
    expect(statusOf(await speak(behind.url, bytes(`${LINE}${forwarded}\r\n`)))).toBe('400');
  });

  it('an empty host is neither a main host nor an agency’s domain', async () => {
    const answer = await speak(app.url, 'GET /api/clients HTTP/1.1\r\nConnection: close\r\nHost:\r\n\r\n');
    expect(answer).toContain('not available on a host without a name');
  });
});

describe('the host and the scheme behind proxies', () => {
  const CLIENT = '203.0.113.7';
  const [MAIN, AGENCY] = ['localhost', 'review.bloom.example'];

  it.each([
    [
      'one proxy, which adds to what the client sent',
      '1',
      CLIENT,
      [`${MAIN}, ${AGENCY}`, 'https, http'],
      [403, 'http'],
    ],
    ['one proxy, which adds to nothing', '1', CLIENT, [AGENCY, 'https'], [403, 'https']],
    [
      'one proxy, and a client that names proxies',
      '1',
      `10.0.0.1, ${CLIENT}`,
      [`${MAIN},${AGENCY}`, ''],
      [403, 'http'],
    ],
    [
      'two proxies, each of which adds',
      '2',
      `${CLIENT}, 10.0.0.1`,
      [`${AGENCY},${MAIN},web`, 'https,http'],
      [401, 'https'],
    ],
    ['two proxies, of which the first replaces', '2', `${CLIENT}, 10.0.0.1`, [MAIN, 'https'], [401, 'https']],
    [
      'two proxies by address',
      'loopback, 10.0.0.0/8',
      `${CLIENT}, 10.0.0.1`,
      [`${AGENCY},${MAIN},web`, ''],
      [401, 'http'],
    ],
    ['no proxy', 'false', CLIENT, [MAIN, 'https'], [403, 'http']],
  ])('takes host and scheme from %s', async (_what, trusted, from, [host, scheme], expected) => {
    const app = await startApp({ TRUST_PROXY: trusted });
    const forwarded = { 'X-Forwarded-For': from, 'X-Forwarded-Host': host!, 'X-Forwarded-Proto': scheme! };
    const answer = await app
      .visitor()
      .get('/api/clients')
      .set({ Host: AGENCY, ...forwarded });
    const isSecure = answer.get('Strict-Transport-Security') !== undefined;
    await app.close();
    expect([answer.status, isSecure ? 'https' : 'http']).toEqual(expected);
  });
});
