import { afterAll, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Lookup, WebsiteError } from '../../src/websites/reach.js';
import { WebsiteReader } from '../../src/websites/website-reader.js';
import { createAgency } from '../factories.js';
import { startFakeDns, type FakeDns } from '../fake-dns.js';
import { startFakeWebsite, type FakeWebsite } from '../fake-website.js';
import { endedGeneration, generateAll, readOptimization, submittedOptimization } from '../optimizations.js';
import { startStage, type Stage } from '../stage.js';
import { fault } from './fault.js';

/** Addresses that lead inside, in all the ways in which browsers read them. */
const INSIDE: [url: string, address: string][] = [
  ['http://127.0.0.1/', '127.0.0.1'],
  ['https://10.1.2.3/shop', '10.1.2.3'],
  ['http://127.0.0.1:443/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['http://0x7f000001/', '127.0.0.1'],
  ['http://127.1/', '127.0.0.1'],
  ['http://127.0.0.1./', '127.0.0.1'],
  ['http://１２７.0.0.1/', '127.0.0.1'],
  ['http://127。0。0。1/', '127.0.0.1'],
  ['http://0/', '0.0.0.0'],
  ['http://169.254.169.254/latest/meta-data/', '169.254.169.254'],
  ['http://168.63.129.16/', '168.63.129.16'],
  ['http://[::1]/', '::1'],
  ['http://[::]/', '::'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http://[0:0:0:0:0:ffff:7f00:1]/', '::ffff:7f00:1'],
  ['http://[64:ff9b::10.0.0.1]/', '64:ff9b::a00:1'],
  ['http://[2002:7f00:1::]/', '2002:7f00:1::'],
  ['http://[fd00::1]/', 'fd00::1'],
  ['http://[fe80::1]/', 'fe80::1'],
];
const NAMES_INSIDE = [
  '127.0.0.1',
  '10.0.0.8',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  'fe80::1',
  '64:ff9b::7f00:1',
];
const OTHER_WAYS: [url: string, reason: string][] = [
  ['ftp://shop.test/', 'only http and https addresses are read, and not ftp'],
  ['file:///etc/passwd', 'only http and https addresses are read, and not file'],
  ['gopher://127.0.0.1:6379/_FLUSHALL', 'only http and https addresses are read, and not gopher'],
  ['http://ada:secret@shop.test/', 'an address with a user name or password in it is not read (shop.test)'],
  ['http://shop.test@127.0.0.1/', 'an address with a user name or password in it is not read (127.0.0.1)'],
  ['http://shop.test:8080/', 'only the ports 80 and 443 are read, and not port 8080 of shop.test'],
  ['http://shop.test:6379/', 'only the ports 80 and 443 are read, and not port 6379 of shop.test'],
];

describe('websites and domains that lead inside', () => {
  let site: FakeWebsite;
  let hidden: Server;
  let stage: Stage;
  let dns: FakeDns;
  /** What reached the server inside. */
  let visits = 0;
  let asked: string[] = [];

  beforeAll(async () => {
    site = await startFakeWebsite();
    hidden = createServer((_request, response) => {
      visits += 1;
      response.end('<title>Inside</title>');
    });
    await new Promise<void>((resolve) => hidden.listen(0, '127.0.0.1', resolve));
    dns = await startFakeDns();
    stage = await startStage('PostgreSQL', {
      SCAN_EXCEPTIONS: site.host,
      DNS_SERVERS: dns.address,
      SERVER_IP: '198.51.100.7',
    });
    await stage.app.startWorker();
  });
  beforeEach(() => {
    site.reset();
    dns.reset();
    stage.ai.reset();
    [visits, asked] = [0, []];
  });
  afterAll(async () => {
    await stage.close();
    await site.close();
    await dns.close();
    await new Promise((resolve) => hidden.close(resolve));
  });

  const hiddenUrl = (): string => `http://127.0.0.1:${(hidden.address() as AddressInfo).port}/`;
  /** Knows these names only; each answer is given once, but for the last. */
  const names =
    (known: Record<string, string[]>): Lookup =>
    (name, _options, callback) => {
      asked.push(name);
      const answers = known[name] ?? [];
      const address = answers.length > 1 ? answers.shift()! : answers[0]!;
      process.nextTick(() => callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]));
    };
  const read = (url: string, lookup?: Lookup): Promise<unknown> =>
    new WebsiteReader({ exceptions: [site.host], timeLimitMs: 500, ...(lookup && { lookup }) }).read(
      url,
      new AbortController().signal,
    );
  const expectRefused = async (url: string, reason: string, lookup?: Lookup): Promise<void> => {
    const outcome = await read(url, lookup).catch((error: unknown) => error);
    expect([url, outcome]).toEqual([url, new WebsiteError(reason)]);
  };

  fault(
    {
      what: 'a client’s website at an address inside, or in other protocols and ports',
      done: 'private, loopback, link-local and metadata addresses, in decimal, octal, hex, full-width, IPv6 and IPv4-in-IPv6; ftp, file, gopher; credentials; other ports',
      checked: 'refused with a sentence that says why; nothing is looked up or connected to',
    },
    async () => {
      for (const [url, address] of INSIDE) await expectRefused(url, `${address} is a private address`, names({}));
      for (const [url, reason] of OTHER_WAYS) await expectRefused(url, reason, names({}));
      expect(asked).toEqual([]);
    },
  );

  fault(
    {
      what: 'a name that leads inside',
      done: 'names with such addresses, a name of this machine, and one that changes its answer after the check (DNS rebinding)',
      checked:
        'refused over http and https; a name is looked up once, by the socket itself, so that there is no second answer',
    },
    async () => {
      await expectRefused('http://localhost/', 'localhost leads to a private address');
      for (const address of NAMES_INSIDE) {
        const lookup = names({ 'shop.test': [address] });
        for (const scheme of ['http', 'https']) {
          await expectRefused(`${scheme}://shop.test/`, 'shop.test leads to a private address', lookup);
        }
      }
      asked = [];
      // The first address has been unassigned since 2006.
      const lookup = names({ 'rebind.test': ['3ffe::1', '127.0.0.1'] });
      await expect(read('http://rebind.test/', lookup)).rejects.toThrow(WebsiteError);
      expect(asked).toEqual(['rebind.test']);
      await expectRefused('http://rebind.test/', 'rebind.test leads to a private address', lookup);
    },
  );

  fault(
    {
      what: 'a public website that redirects inside',
      done: 'to each of these addresses, ways and names, also relative to its own scheme',
      checked: 'each hop is checked like the first address',
    },
    async () => {
      const targets: [redirect: string, reason: string][] = [
        ...INSIDE.map(([url, address]): [string, string] => [url, `${address} is a private address`]),
        ...OTHER_WAYS,
        ['//169.254.169.254/latest/', '169.254.169.254 is a private address'],
        ['http://inside.test/', 'inside.test leads to a private address'],
        ['http://[', '“http://[” is not a web address'],
      ];
      for (const [redirect, reason] of targets) {
        // A header holds nothing else than ASCII.
        if (!/^[ -~]*$/.test(redirect)) continue;
        site.on('/', { redirect });
        const outcome = await read(site.url, names({ 'inside.test': ['127.0.0.1'] })).catch((error: unknown) => error);
        expect([redirect, outcome]).toEqual([redirect, new WebsiteError(reason)]);
      }
    },
  );

  fault(
    {
      what: 'a website inside, through the whole product',
      done: 'staff enter it, and a public website redirects to it, while suggestions are generated',
      checked:
        'no connection ever reaches it, nothing of it is sent to the AI, staff read why, and the suggestions are written without it',
    },
    async () => {
      site.on('/', { redirect: hiddenUrl() });
      for (const website of [hiddenUrl(), site.url]) {
        const optimization = await submittedOptimization(stage.staff, { website });
        await generateAll(stage.staff, optimization);
        expect(await endedGeneration(stage.staff, optimization)).toMatchObject({ state: 'completed', done: 5 });
        const { websiteScan } = await readOptimization(stage.staff, optimization);
        expect(websiteScan).toMatchObject({
          state: 'failed',
          note: expect.stringMatching(/only the ports 80 and 443/),
        });
      }
      expect(visits).toBe(0);
      for (const { prompt } of stage.ai.requests) expect(prompt).not.toContain('Inside');
    },
  );

  fault(
    {
      what: 'an agency’s domain that leads inside',
      done: 'staff verify one whose DNS names private and metadata addresses, or aliases of hosts inside',
      checked: 'it is looked up and never connected to; not verified, and no link is built on it',
    },
    async () => {
      const agency = await createAgency(stage.staff, { customDomain: 'review.inside.example' });
      for (const address of ['127.0.0.1', '169.254.169.254', '10.0.0.8']) {
        dns.on('review.inside.example', { A: [address] });
        const { body } = await stage.staff.post(`/api/agencies/${agency.id}/verify-domain`).expect(200);
        expect(body.verified).toBe(false);
      }
      dns.on('review.inside.example', { CNAME: 'localhost' });
      dns.on('localhost', { A: ['127.0.0.1'] });
      const { body } = await stage.staff.post(`/api/agencies/${agency.id}/verify-domain`).expect(200);
      expect(body.verified).toBe(false);
      expect((await stage.staff.get(`/api/agencies/${agency.id}`).expect(200)).body.domainVerified).toBe(false);
      expect(visits).toBe(0);
      for (const customDomain of [
        '127.0.0.1',
        'localhost',
        '169.254.169.254',
        '[::1]',
        'a.example:6379',
        'a.example/x',
      ]) {
        const answer = await stage.staff.post('/api/agencies').field({ name: 'Inside', customDomain });
        expect([customDomain, answer.status]).toEqual([customDomain, 400]);
      }
    },
  );
});
