import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeWebsite, type FakeWebsite } from '../../test/fake-website.js';
import { startForwardProxy, type ForwardProxy } from '../../test/forward-proxy.js';
import { WebsiteError, type Lookup } from './address-policy.js';
import { WebsiteReader } from './website-reader.js';

const PUBLIC = '93.184.216.34';

describe('a website behind a proxy', () => {
  let site: FakeWebsite;
  let proxy: ForwardProxy;

  beforeAll(async () => {
    site = await startFakeWebsite();
    proxy = await startForwardProxy(site.url);
  });
  afterEach(() => {
    site.reset();
    proxy.asked.length = 0;
  });
  afterAll(() => Promise.all([site.close(), proxy.close()]));

  function read(url: string, address: string, { url: by }: { url: string } = proxy, except: string[] = []) {
    const lookup: Lookup = (_name, _options, callback) => callback(null, [{ address, family: 4 }]);
    const reader = new WebsiteReader({ lookup, proxies: { http: by, https: by, except } });
    return reader.read(url, new AbortController().signal);
  }

  it('is read by a tunnel to the address that was checked, by its own name', async () => {
    await expect(read('http://shop.test/', PUBLIC)).resolves.toMatchObject({
      title: 'Rosewood Flowers | Florist in Bath',
    });
    expect(proxy.asked).toEqual([`CONNECT ${PUBLIC}:80`]);
    expect(site.requests[0]!.headers).toMatchObject({ host: 'shop.test' });
  });

  it('is checked before the proxy is asked, and so is what it redirects to', async () => {
    await expect(read('http://shop.test/', '10.0.0.1')).rejects.toEqual(
      new WebsiteError('shop.test leads to a private address'),
    );
    expect(proxy.asked).toEqual([]);
    site.on('/', { redirect: 'http://169.254.169.254/latest/meta-data/' });
    await expect(read('http://shop.test/', PUBLIC)).rejects.toEqual(
      new WebsiteError('169.254.169.254 is a private address'),
    );
    expect(proxy.asked).toEqual([`CONNECT ${PUBLIC}:80`]);
  });

  it('is not read without TLS by https', async () => {
    await expect(read('https://shop.test/', PUBLIC)).rejects.toThrow('no secure connection to shop.test could be made');
    expect(proxy.asked).toEqual([`CONNECT ${PUBLIC}:443`]);
  });

  it('is not read where the proxy refuses, or is not there', async () => {
    const refusing = await startForwardProxy(site.url, 403);
    for (const url of ['http://shop.test/', 'https://shop.test/']) {
      await expect(read(url, PUBLIC, refusing)).rejects.toEqual(
        new WebsiteError('the proxy of this server answered 403 instead of leading to shop.test'),
      );
    }
    await refusing.close();
    await expect(read('http://shop.test/', PUBLIC, refusing)).rejects.toEqual(
      new WebsiteError('the proxy of this server could not be reached (ECONNREFUSED)'),
    );
  });
});
