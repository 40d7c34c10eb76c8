import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { describeUnless } from '../../../test/it-unless.js';
import { NO_REDIS, startRedis, type TestRedis } from '../../../test/redis.js';
import { SELF_SIGNED } from '../../../test/self-signed.js';
import { checkRedis } from './redis-check.js';

describeUnless(NO_REDIS, 'the Redis at start', () => {
  let redis: TestRedis;
  let admin: Redis;

  beforeAll(async () => {
    redis = await startRedis();
    admin = new Redis(redis.url);
  });
  afterAll(async () => {
    admin.disconnect();
    await redis.stop();
  });

  /** What it warns of. */
  async function check(path = '', user = ''): Promise<string[]> {
    const warnings: string[] = [];
    await checkRedis(redis.url.replace('//', `//${user}`) + path, (line) => warnings.push(line));
    return warnings;
  }

  it('is taken where nothing is wrong, with any of its databases', async () => {
    expect([await check(), await check('/'), await check('/15')]).toEqual([[], [], []]);
    expect(await admin.dbsize()).toBe(1);
  });

  it('is refused with a database that it does not have', async () => {
    await expect(check('/99')).rejects.toThrow(/^REDIS_URL: names a database that the server does not have: .*$/);
  });

  it.each(['info', 'bzpopmin', 'xadd', 'eval'])('is refused where the user lacks the right to %s', async (command) => {
    await admin.call('ACL', 'SETUSER', 'gmb', 'reset', 'on', '>pass', '~*', '&*', '+@all', `-${command}`);
    await expect(check('', 'gmb:pass@')).rejects.toThrow(
      /^REDIS_URL: the user lacks a right that the queue needs: allow it with ACL SETUSER \(.*\)$/,
    );
  });

  it('is refused where the user lacks the right to the keys of the queue, and takes one with what is documented', async () => {
    await admin.call('ACL', 'SETUSER', 'gmb', 'reset', 'on', '>pass', '~gmb:*', '&*', '+@all');
    await expect(check('', 'gmb:pass@')).rejects.toThrow(/^REDIS_URL: the user lacks a right .*$/);
    const rights = ['~bull:*', '~gmb:*', '&*', '+@all', '-@dangerous', '+info'];
    await admin.call('ACL', 'SETUSER', 'gmb', 'reset', 'on', '>pass', ...rights);
    expect(await check('', 'gmb:pass@')).toEqual([]);
    await expect(check('', 'gmb:wrong@')).rejects.toThrow(
      /^REDIS_URL: the server refuses the user or password \(.*\)$/,
    );
  });

  it('is refused where it speaks TLS and the address does not say so', async () => {
    const server = createServer(SELF_SIGNED).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(checkRedis(`redis://127.0.0.1:${port}`, () => undefined)).rejects.toThrow(
      'REDIS_URL: the server speaks TLS: begin the address with rediss://',
    );
    server.close();
  });

  it('is refused where it is no Redis', async () => {
    const server = createHttpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(checkRedis(`redis://127.0.0.1:${port}`, () => undefined)).rejects.toThrow(
      /^REDIS_URL: leads to a server that does not speak the protocol of Redis \(.*\)$/,
    );
    server.close();
  });

  it('is warned of where it is a replica, which may become the primary', async () => {
    await admin.replicaof('127.0.0.1', 1);
    const warnings = await check();
    await admin.replicaof('NO', 'ONE');
    expect(warnings).toEqual([
      expect.stringMatching(/^REDIS_URL: leads to a replica, .*: name the primary; the queue waits \(READONLY .*\)$/),
    ]);
  });

  it('is warned of where its memory is full', async () => {
    await admin.config('SET', 'maxmemory', 1);
    const warnings = await check();
    await admin.config('SET', 'maxmemory', 0);
    expect(warnings).toEqual([
      expect.stringMatching(/^REDIS_URL: leads to a server whose memory is full: .*; the queue waits \(OOM .*\)$/),
    ]);
  });

  it('is warned of where it throws jobs away', async () => {
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await check()).toEqual([
      expect.stringMatching(/^REDIS_URL: the maxmemory-policy .* is allkeys-lru, .*: set it to noeviction$/),
    ]);
  });
});
