import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeDns, type FakeDns } from './fake-dns.js';

const NAME = 'review.example.com';

describe('the fake name server', () => {
  let dns: FakeDns;
  let resolver: Resolver;

  beforeAll(async () => {
    dns = await startFakeDns();
  });
  beforeEach(() => {
    dns.reset();
    resolver = resolverWith(10_000);
  });
  afterAll(() => dns.close());

  function resolverWith(timeout: number): Resolver {
    const made = new Resolver({ timeout, tries: 1 });
    made.setServers([dns.address]);
    return made;
  }

  it('answers with the records of a name, and remembers the questions', async () => {
    dns.on(NAME, { A: ['198.51.100.7', '198.51.100.8'], AAAA: ['2001:db8::7'] });
    expect(await resolver.resolve4(NAME)).toEqual(['198.51.100.7', '198.51.100.8']);
    expect(await resolver.resolve6(NAME)).toEqual(['2001:db8::7']);
    await expect(resolver.resolveCname(NAME)).rejects.toMatchObject({ code: 'ENODATA' });
    expect(dns.questions).toEqual(['A', 'AAAA', 'CNAME'].map((type) => ({ name: NAME, type, transport: 'udp' })));
  });

  it('follows aliases, and fails where they lead in a circle', async () => {
    dns.on(NAME, { CNAME: 'sites.example.net' });
    dns.on('sites.example.net', { A: ['198.51.100.7'] });
    expect(await resolver.resolve4(NAME)).toEqual(['198.51.100.7']);
    expect(await resolver.resolveCname(NAME)).toEqual(['sites.example.net']);
    dns.on('sites.example.net', { CNAME: NAME });
    await expect(resolver.resolve4(NAME)).rejects.toMatchObject({ code: 'ESERVFAIL' });
    expect(await resolver.resolveCname('sites.example.net')).toEqual([NAME]);
  });

  it.each([
    ['FORMERR', 'EFORMERR'],
    ['SERVFAIL', 'ESERVFAIL'],
    ['NXDOMAIN', 'ENOTFOUND'],
    ['REFUSED', 'EREFUSED'],
  ] as const)('fails with %s', async (fail, code) => {
    dns.on(NAME, { fail });
    await expect(resolver.resolve4(NAME)).rejects.toMatchObject({ code });
  });

  it('answers NXDOMAIN for an unknown name, and can fail for one type only', async () => {
    await expect(resolver.resolve4(NAME)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    dns.on(NAME, { A: ['198.51.100.7'] });
    dns.on(NAME, { fail: 'SERVFAIL' }, 'AAAA');
    expect(await resolver.resolve4(NAME)).toEqual(['198.51.100.7']);
    await expect(resolver.resolve6(NAME)).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it('stays silent, waits, and answers over TCP', async () => {
    dns.on(NAME, { silent: 'always' });
    await expect(resolverWith(100).resolve4(NAME)).rejects.toMatchObject({ code: 'ETIMEOUT' });
    dns.on(NAME, { until: dns.asked('other.example.com'), next: { A: ['198.51.100.7'] } });
    const slow = resolver.resolve4(NAME);
    await expect(resolver.resolve4('other.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(await slow).toEqual(['198.51.100.7']);
    dns.on('big.example.com', { overTcp: { A: ['198.51.100.9'] } });
    expect(await resolver.resolve4('big.example.com')).toEqual(['198.51.100.9']);
    expect(dns.questions.slice(-2).map(({ transport }) => transport)).toEqual(['udp', 'tcp']);
  });
});
