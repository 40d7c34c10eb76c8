import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { startFakeWebsite, type FakeWebsite, type WebsiteBehaviour } from '../../test/fake-website.js';
import { PAGE_MAX_BYTES } from './fetch-page.js';
import { WebsiteReader, type WebsiteReaderOptions } from './website-reader.js';
import { WebsiteError } from './address-policy.js';

const MB = 1024 * 1024;
const HTML = { 'content-type': 'text/html' };
const CHUNKED = { ...HTML, 'transfer-encoding': 'chunked' };

let site: FakeWebsite;

beforeAll(async () => {
  site = await startFakeWebsite();
});

afterEach(() => site.reset());

afterAll(() => site.close());

function reader(options: WebsiteReaderOptions = {}): WebsiteReader {
  return new WebsiteReader({ exceptions: [site.host], ...options });
}

async function expectRefused(behaviour: WebsiteBehaviour, reason: string, options: WebsiteReaderOptions = {}) {
  site.on('/', behaviour);
  const reading = reader(options).read(site.url, new AbortController().signal);
  await expect(reading).rejects.toEqual(new WebsiteError(reason));
  await site.requests[0]?.closed;
}

describe('the size of a page', () => {
  const TOO_LARGE = 'the page of 127.0.0.1 is larger than 2 MB';

  it('may be 2 MB', async () => {
    const start = '<p>Flowers</p>';
    site.on('/', { page: start.padEnd(PAGE_MAX_BYTES) });
    await expect(reader().read(site.url, new AbortController().signal)).resolves.toMatchObject({ text: 'Flowers' });
  });

  it('may not be more', async () => {
    await expectRefused({ page: 'x'.repeat(PAGE_MAX_BYTES + 1) }, TOO_LARGE);
  });

  it('is refused at once where the header states it', async () => {
    await expectRefused({ bytes: 5 * MB }, TOO_LARGE);
    site.reset();
    const headers = { ...HTML, 'content-length': String(5 * MB) };
    await expectRefused({ page: 'Much less', headers }, TOO_LARGE);
  });

  it('is counted where no header states it', async () => {
    await expectRefused({ bytes: 5 * MB, length: 'omitted' }, TOO_LARGE);
  });

  it('is counted on a page that never ends, and the connection is closed', async () => {
    await expectRefused({ endless: 'page' }, TOO_LARGE);
    // The connection itself holds some more.
    expect(site.requests[0]!.sent).toBeLessThan(20 * MB);
  });

  it.each([
    ['gzip', () => gzipSync(Buffer.alloc(50 * MB))],
    ['br', () => brotliCompressSync(Buffer.alloc(50 * MB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('is counted after decompressing %s', async (encoding, pack) => {
    const page = pack();
    expect(page.length).toBeLessThan(PAGE_MAX_BYTES);
    await expectRefused({ page, headers: { ...HTML, 'content-encoding': encoding } }, TOO_LARGE);
  });

  it('is counted as sent if it decompresses to nothing', async () => {
    const header = gzipSync('').subarray(0, 10);
    const page = Buffer.concat([header, Buffer.from('000000ffff'.repeat(MB / 2), 'hex')]);
    await expectRefused({ page, headers: { ...CHUNKED, 'content-encoding': 'gzip' } }, TOO_LARGE);
  });
});

describe('the time to read a website', () => {
  const SLOW = 'reading it took longer than 0.5 seconds';
  const timeLimitMs = 500;

  it('is 10 seconds', () => {
    expect(new WebsiteReader().timeLimitMs).toBe(10_000);
  });

  it.each([
    ['no answer', { hang: 'headers' }],
    ['an answer that stops', { hang: 'body' }],
  ] as const)('ends with %s', async (_what, behaviour) => {
    await expectRefused(behaviour, SLOW, { timeLimitMs });
  });

  it('is enough for a website that takes its time', async () => {
    let answer = () => {};
    site.on('/', { until: new Promise<void>((resolve) => (answer = resolve)) });
    const reading = reader().read(site.url, new AbortController().signal);
    await site.received(1);
    answer();
    await expect(reading).resolves.toMatchObject({ title: 'Rosewood Flowers | Florist in Bath' });
  });

  it('is for all redirects together', async () => {
    site.on('/slow', { hang: 'headers' });
    await expectRefused({ redirect: '/slow' }, SLOW, { timeLimitMs });
    await site.requests[1]?.closed;
  });

  it('ends while a name is looked up', async () => {
    const slow = new WebsiteReader({ lookup: () => {}, timeLimitMs });
    const reading = slow.read('http://shop.test/', new AbortController().signal);
    await expect(reading).rejects.toEqual(new WebsiteError(SLOW));
  });
});

describe('the signal', () => {
  const reason = new Error('The worker stops');

  it.each([{ hang: 'headers' }, { hang: 'body' }, { endless: 'page' }] as const)(
    'ends the reading of %o',
    async (behaviour) => {
      site.on('/', behaviour);
      const stop = new AbortController();
      const reading = reader().read(site.url, stop.signal);
      await site.received(1);
      stop.abort(reason);
      await expect(reading).rejects.toBe(reason);
      await site.requests[0]?.closed;
    },
  );

  it('prevents the reading from starting if it is already aborted', async () => {
    await expect(reader().read(site.url, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(site.requests).toHaveLength(0);
  });
});

describe('a website that answers badly', () => {
  it.each([
    [404, 'Not Found'],
    [403, 'Forbidden'],
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
    [304, 'Not Modified'],
  ])('with %i is not read', async (status, name) => {
    const page = status === 304 ? '' : 'Sorry';
    await expectRefused({ page, status, headers: HTML }, `127.0.0.1 answered ${status} ${name}`);
  });

  it('with a number that means nothing is not read', async () => {
    await expectRefused({ page: 'Sorry', status: 799 }, '127.0.0.1 answered 799');
  });

  it.each([
    ['image/png', 'image/png'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/htmlx', 'text/htmlx'],
    ['nonsense', 'an unknown type'],
    [undefined, 'an unknown type'],
  ])('with the type %s is not read', async (type, named) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const reason = `127.0.0.1 sent ${named}, and only web pages and plain text are read`;
    await expectRefused({ page: '<h1>Hello</h1>', headers }, reason);
  });

  it.each([
    ['garbage', 'Z_DATA_ERROR', Buffer.from('this is not compressed')],
    ['half of it', 'Z_BUF_ERROR', gzipSync('Flowers for everybody in Bath').subarray(0, 30)],
  ])('with %s for compressed text is not read', async (_what, code, page) => {
    const headers = { ...HTML, 'content-encoding': 'gzip' };
    await expectRefused({ page, headers }, `the compressed page of 127.0.0.1 is damaged (${code})`);
  });

  it.each(['zstd', 'gzip, gzip', 'constructor'])('compressed with %s is not read', async (encoding) => {
    const headers = { ...HTML, 'content-encoding': encoding };
    await expectRefused({ page: 'x', headers }, '127.0.0.1 compressed its page in a way that was not asked for');
  });

  it.each(['headers', 'body'] as const)('by hanging up in its %s is not read', async (disconnect) => {
    await expectRefused({ disconnect }, '127.0.0.1 broke off the connection (ECONNRESET)');
  });

  it('with another protocol than asked for is not read', async () => {
    const raw = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: shop\r\n\r\n';
    await expectRefused({ raw }, '127.0.0.1 answered 101 Switching Protocols');
  });

  it('in another language than HTTP is not read', async () => {
    await expectRefused(
      { raw: 'SSH-2.0-OpenSSH_9.6\r\n' },
      'the answer of 127.0.0.1 is not HTTP (HPE_INVALID_CONSTANT)',
    );
  });

  it('with endless headers is not read', async () => {
    const raw = `HTTP/1.1 200 OK\r\n${'x-flower: rose\r\n'.repeat(10_000)}`;
    await expectRefused({ raw }, 'the answer of 127.0.0.1 is not HTTP (HPE_HEADER_OVERFLOW)');
  });

  it('without any text is not read', async () => {
    await expectRefused(
      { page: '<div id="app"></div><script>start()</script>' },
      'there is no text on the page of 127.0.0.1',
    );
  });

  it('by being absent is reported', async () => {
    const gone = await startFakeWebsite();
    await gone.close();
    const reading = reader({ exceptions: [gone.host] }).read(gone.url, new AbortController().signal);
    await expect(reading).rejects.toEqual(new WebsiteError('127.0.0.1 does not take connections (ECONNREFUSED)'));
  });
});
