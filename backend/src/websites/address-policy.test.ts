import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeWebsite, type FakeWebsite } from '../../test/fake-website.js';
import { SELF_SIGNED } from '../../test/self-signed.js';
import { guardedLookup, type Lookup, isPublicAddress, WebsiteError } from './address-policy.js';
import { WebsiteReader, type WebsiteReaderOptions } from './website-reader.js';

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
  ['javascript:alert(1)', 'only http and https addresses are read, and not javascript'],
  ['http://ada:secret@shop.test/', 'an address with a user name or password in it is not read (shop.test)'],
  ['http://shop.test@127.0.0.1/', 'an address with a user name or password in it is not read (127.0.0.1)'],
  ['http://shop.test:8080/', 'only the ports 80 and 443 are read, and not port 8080 of shop.test'],
  ['https://shop.test:22/', 'only the ports 80 and 443 are read, and not port 22 of shop.test'],
];
const REFUSED = [
  ...INSIDE.map(([url, address]): [string, string] => [url, `${address} is a private address`]),
  ...OTHER_WAYS,
];

let site: FakeWebsite;
let other: FakeWebsite;
let asked: string[] = [];

beforeAll(async () => {
  site = await startFakeWebsite();
  other = await startFakeWebsite();
});

afterEach(() => {
  site.reset();
  other.reset();
  asked = [];
});

afterAll(async () => {
  await site.close();
  await other.close();
});

/** Knows these names only; each answer is used once, but for the last. */
function names(known: Record<string, string[][]>): Lookup {
  const answers = new Map(Object.entries(known).map(([name, list]) => [name, [...list]]));
  return (name, _options, callback) => {
    asked.push(name);
    const left = answers.get(name) ?? [[]];
    const addresses = left.length > 1 ? left.shift()! : left[0]!;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const unknown = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    process.nextTick(() => (found.length > 0 ? callback(null, found) : callback(unknown, [])));
  };
}

function read(url: string, options: WebsiteReaderOptions = {}) {
  const reader = new WebsiteReader({ exceptions: [site.host], ...options });
  return reader.read(url, new AbortController().signal);
}

async function expectRefused(url: string, reason: string, options: WebsiteReaderOptions = {}): Promise<void> {
  await expect(read(url, options)).rejects.toEqual(new WebsiteError(reason));
}

describe('an address', () => {
  it.each([
    ...REFUSED,
    ['shop.test', '“shop.test” is not a web address'],
    ['http://256.1.1.1/', '“http://256.1.1.1/” is not a web address'],
    ['', '“” is not a web address'],
  ])('%s is refused, and nothing is looked up', async (url, reason) => {
    await expectRefused(url, reason, { lookup: names({}) });
    expect(asked).toEqual([]);
  });
});

describe('a name', () => {
  it.each(NAMES_INSIDE)('that leads to %s is refused over http and https', async (address) => {
    const lookup = names({ 'shop.test': [[address]] });
    for (const scheme of ['http', 'https']) {
      await expectRefused(`${scheme}://shop.test/`, 'shop.test leads to a private address', { lookup });
    }
    await expectRefused('http://localhost/', 'localhost leads to a private address');
  });

  it('is looked up once, by the socket itself, so that it cannot lead elsewhere after the check', async () => {
    // The first address has been unassigned since 2006.
    const lookup = names({ 'rebind.test': [['3ffe::1'], ['127.0.0.1']] });
    await expect(read('http://rebind.test/', { lookup, timeLimitMs: 500 })).rejects.toThrow(WebsiteError);
    expect(asked).toEqual(['rebind.test']);
    await expectRefused('http://rebind.test/', 'rebind.test leads to a private address', { lookup });
  });

  it('that does not exist, or cannot be looked up, is reported', async () => {
    await expectRefused('http://unknown.test/', 'there is no website named unknown.test (ENOTFOUND)', {
      lookup: names({}),
    });
    const broken = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
    await expectRefused('http://shop.test/', 'the name shop.test could not be looked up (EAI_AGAIN)', {
      lookup: (_name, _options, callback) => callback(broken, []),
    });
  });

  it('that leads nowhere is reported', async () => {
    const lost = Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' });
    await expectRefused('http://shop.test/', 'shop.test could not be reached (ENETUNREACH)', {
      lookup: (_name, _options, callback) => callback(lost, []),
    });
  });

  it('with several addresses leads to the public ones only', () => {
    const answers: unknown[] = [];
    const mixed: Lookup = (_name, _options, callback) =>
      callback(null, [
        { address: '10.0.0.1', family: 4 },
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ]);
    const lookup = guardedLookup(mixed, isPublicAddress);
    lookup('shop.test', { all: true }, (...answer) => answers.push(answer));
    lookup('shop.test', {}, (...answer) => answers.push(answer));
    expect(answers).toEqual([
      [
        null,
        [
          { address: '1.1.1.1', family: 4 },
          { address: '2606:4700::1111', family: 6 },
        ],
      ],
      [null, '1.1.1.1', 4],
    ]);
  });
});

describe('a redirect', () => {
  // A header holds nothing else than ASCII.
  it.each([
    ...REFUSED.filter(([url]) => /^[ -~]*$/.test(url)),
    ['//169.254.169.254/latest/', '169.254.169.254 is a private address'],
    ['http://inside.test/', 'inside.test leads to a private address'],
    ['http://[', '“http://[” is not a web address'],
  ])('to %s is refused like a first address', async (redirect, reason) => {
    site.on('/', { redirect });
    await expectRefused(site.url, reason, { lookup: names({ 'inside.test': [['127.0.0.1']] }) });
  });

  it('out of an exception leads to no other private website', async () => {
    site.on('/', { redirect: other.url });
    await expectRefused(site.url, `only the ports 80 and 443 are read, and not port ${other.port} of 127.0.0.1`);
    expect(other.requests).toHaveLength(0);
  });

  it.each([301, 302, 303, 307, 308])('with %i is followed, also to a relative address', async (status) => {
    site.on('/', { redirect: 'shop?from=old#top', status });
    site.on('/shop?from=old', { page: '<title>The shop</title>' });
    expect(await read(site.url)).toMatchObject({ url: `${site.url}shop?from=old#top`, title: 'The shop' });
  });

  it('is followed five times, and not a sixth time', async () => {
    for (let n = 1; n < 5; n++) site.on(`/${n}`, { redirect: `/${n + 1}` });
    site.on('/', { redirect: '/1' });
    site.on('/5', { page: 'At last' });
    expect(await read(site.url)).toMatchObject({ text: 'At last' });
    site.on('/5', { redirect: '/' });
    await expectRefused(site.url, 'it redirects more than 5 times');
    expect(site.requests).toHaveLength(12);
  });

  it('to nowhere is reported', async () => {
    site.on('/', { page: '', status: 302 });
    await expectRefused(site.url, '127.0.0.1 redirects, but does not say where to');
  });

  it('takes no cookies, referrer or sign-in along', async () => {
    site.on('/', { page: '', status: 302, headers: { location: '/shop', 'set-cookie': 'a=b; Path=/' } });
    site.on('/shop', { page: 'Shop' });
    await read(site.url);
    expect(site.requests[1]!.headers).toEqual({
      host: site.host,
      connection: 'close',
      accept: 'text/html, application/xhtml+xml, text/plain',
      'accept-encoding': 'gzip, br',
      'user-agent': 'GMB-Moments (reads the website of a client to write its business profile)',
    });
  });
});

describe('an exception', () => {
  it('holds for that host and port only, and for a name that leads to this machine', async () => {
    const exceptions = [`shop.test:${site.port}`];
    const lookup = names({ 'shop.test': [['127.0.0.1']] });
    const page = await read(`http://Shop.test:${site.port}/`, { exceptions, lookup });
    expect(page).toMatchObject({ url: `http://shop.test:${site.port}/`, title: 'Rosewood Flowers | Florist in Bath' });
    await expectRefused('http://shop.test/', 'shop.test leads to a private address', { exceptions, lookup });
    const reason = `only the ports 80 and 443 are read, and not port ${site.port} of 127.0.0.1`;
    await expectRefused(site.url, reason, { exceptions, lookup });
  });

  it('may be the target of a redirect', async () => {
    site.on('/', { redirect: other.url });
    await expect(read(site.url, { exceptions: [site.host, other.host] })).resolves.toMatchObject({ url: other.url });
  });
});

describe('HTTPS', () => {
  it('reports a certificate that is not valid', async () => {
    const secure = await startFakeWebsite({ tls: SELF_SIGNED });
    const exceptions = [`shop.test:${secure.port}`];
    const lookup = names({ 'shop.test': [['127.0.0.1']] });
    const reading = read(`https://shop.test:${secure.port}/`, { exceptions, lookup });
    await expect(reading).rejects.toThrow(WebsiteError);
    await expect(reading).rejects.toThrow(
      /^The website could not be read: the certificate of shop\.test is not valid \([A-Z_]+\)\.$/,
    );
    await secure.close();
  });

  it('reports a website that does not speak it', async () => {
    await expect(read(`https://${site.host}/`)).rejects.toThrow(
      /^The website could not be read: no secure connection to 127\.0\.0\.1 could be made \([A-Z_]+\)\.$/,
    );
  });
});
