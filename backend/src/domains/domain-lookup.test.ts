import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeDns, type FakeDns } from '../../test/fake-dns.js';
import { stretched } from '../../test/stretched.js';
import { ALIASES_MAX, lookUpDomain } from './domain-lookup.js';

const NAME = 'review.example.com';
const LIMITS = { tryMs: 100, tries: 2, totalMs: 1000 };

describe('looking a domain up', () => {
  let dns: FakeDns;

  beforeAll(async () => {
    dns = await startFakeDns();
  });
  beforeEach(() => dns.reset());
  afterAll(() => dns.close());

  const look = (limits = LIMITS) => lookUpDomain(NAME, [dns.address], limits);

  it('finds the addresses of both kinds', async () => {
    dns.on(NAME, { A: ['198.51.100.7'], AAAA: ['2001:db8::7'] });
    expect(await look()).toEqual({ names: [NAME], addresses: ['198.51.100.7', '2001:db8::7'], problem: '' });
  });

  it('finds them over TCP too, where the answer is large', async () => {
    const many = Array.from({ length: 60 }, (_none, index) => `198.51.100.${index}`);
    dns.on(NAME, {});
    dns.on(NAME, { overTcp: { A: many } }, 'A');
    expect((await look()).addresses).toEqual(many);
  });

  it('follows aliases whatever their case, as far as it goes', async () => {
    const names = Array.from({ length: ALIASES_MAX }, (_none, index) => `n${index}.example.net`);
    [NAME, ...names.slice(0, -1)].forEach((name, index) => dns.on(name, { CNAME: names[index]!.toUpperCase() }));
    dns.on(names.at(-1)!, { A: ['198.51.100.7'] });
    expect(await look()).toEqual({ names: [NAME, ...names], addresses: ['198.51.100.7'], problem: '' });
    dns.on(names.at(-1)!, { CNAME: 'one.too.many' });
    expect(await look()).toEqual({
      names: [NAME, ...names, 'one.too.many'],
      addresses: [],
      problem: 'TOO_MANY_ALIASES',
    });
  });

  it('reports a loop of aliases', async () => {
    dns.on(NAME, { CNAME: 'a.example.net' });
    dns.on('a.example.net', { CNAME: 'b.example.net' });
    dns.on('b.example.net', { CNAME: 'A.example.net' });
    const names = [NAME, 'a.example.net', 'b.example.net', 'a.example.net'];
    expect(await look()).toEqual({ names, addresses: [], problem: 'ALIAS_LOOP' });
    dns.on(NAME, { CNAME: NAME });
    expect(await look()).toEqual({ names: [NAME, NAME], addresses: [], problem: 'ALIAS_LOOP' });
  });

  it('answers the name at which the aliases end', async () => {
    dns.on(NAME, { CNAME: 'gone.example.net' });
    const names = [NAME, 'gone.example.net'];
    expect(await look()).toEqual({ names, addresses: [], problem: 'ENOTFOUND' });
    dns.on('gone.example.net', { fail: 'SERVFAIL' });
    expect(await look()).toEqual({ names, addresses: [], problem: 'ESERVFAIL' });
  });

  it('keeps the addresses of one kind when the query for the other fails', async () => {
    dns.on(NAME, { A: ['198.51.100.7'] });
    dns.on(NAME, { fail: 'SERVFAIL' }, 'AAAA');
    expect(await look()).toEqual({ names: [NAME], addresses: ['198.51.100.7'], problem: 'ESERVFAIL' });
    dns.on(NAME, { fail: 'NXDOMAIN' }, 'AAAA');
    expect(await look()).toEqual({ names: [NAME], addresses: ['198.51.100.7'], problem: '' });
    dns.on(NAME, { fail: 'SERVFAIL' }, 'A');
    expect(await look()).toEqual({ names: [NAME], addresses: [], problem: 'ESERVFAIL' });
  });

  it('repeats a lost query a limited number of times', async () => {
    dns.on(NAME, { silent: 'always' });
    expect(await look()).toEqual({ names: [NAME], addresses: [], problem: 'ETIMEOUT' });
    expect(dns.questions).toHaveLength(LIMITS.tries);
  });

  it('stops at the total time limit, and sends no further query', async () => {
    dns.on(NAME, { silent: 'always' });
    const started = performance.now();
    expect(await look({ tryMs: 20_000, tries: 3, totalMs: 200 })).toMatchObject({ problem: 'ETIMEOUT' });
    expect(performance.now() - started).toBeLessThan(stretched(5000));
    expect(dns.questions).toHaveLength(1);
  });

  it('queries the next name server when one is down, and reports when all are', async () => {
    const gone = await startFakeDns();
    await gone.close();
    dns.on(NAME, { A: ['198.51.100.7'] });
    expect((await lookUpDomain(NAME, [gone.address, dns.address], LIMITS)).addresses).toEqual(['198.51.100.7']);
    expect(await lookUpDomain(NAME, [gone.address], LIMITS)).toMatchObject({ addresses: [], problem: 'ECONNREFUSED' });
  });
});
