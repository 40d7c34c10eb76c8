import { Redis } from 'ioredis';
import { ConfigError } from '../../config.js';
import { messageOf } from '../operator-error.js';
import { speaksTls } from '../speaks-tls.js';
import { PROBE } from './queues.js';

const TIMEOUT_MS = 3000;
const VERSION_MIN = 6;
/** A script with the commands that the queue uses, on a key of its own. */
const USED = `
  redis.call('HSET', KEYS[1], 'a', 1) redis.call('DEL', KEYS[1])
  redis.call('XADD', KEYS[1], '*', 'a', 1) redis.call('DEL', KEYS[1])
  redis.call('RPUSH', KEYS[1], 1) redis.call('DEL', KEYS[1])
  redis.call('ZADD', KEYS[1], 1, 'a') return redis.call('DEL', KEYS[1])`;
const OWN_KEY = 'bull:gmb:probe';

const CERTIFICATE = /CERT|SIGNATURE|EPROTO|ERR_SSL|ERR_TLS/;
const REFUSALS: [reason: RegExp, what: string][] = [
  [
    /NOPERM|can't run this command|can't access/,
    'the user lacks a right that the queue needs: allow it with ACL SETUSER',
  ],
  [/unknown command/i, 'the server lacks a command that the queue needs, or knows it by another name'],
  [/Protocol error|reply type/, 'leads to a server that does not speak the protocol of Redis'],
  [/NOAUTH|WRONGPASS|invalid password|without any password/, 'the server refuses the user or password'],
  [
    /DB index is out of range|invalid DB index/,
    'names a database that the server does not have: name one of 0 to 15, or raise databases in redis.conf',
  ],
  [/SELECT is not allowed/, 'names a database other than 0, which the server does not have: leave its number out'],
];

/** Errors that may be temporary, such as during a failover. The queue waits meanwhile. */
const WAITS: [reason: RegExp, what: string][] = [
  [/READONLY/, 'leads to a replica, which takes no changes: name the primary'],
  [/OOM command/, 'leads to a server whose memory is full: raise its maxmemory, or name one for the queue alone'],
  [/MISCONF/, 'leads to a server that cannot save its data, and takes no changes: see to its disk'],
];

/**
 * Checks once, before the start, whether the Redis server is suitable for the queue. A server that does not answer is
 * not an error, since it may start later.
 * @throws ConfigError if it refuses the user, the database or what the queue does, its certificate is not trusted, it
 * is too old, or it is a Sentinel or a Cluster
 * @param warn called with warnings: settings that may lose jobs, and why jobs wait
 */
export async function checkRedis(url: string, warn: (line: string) => void): Promise<void> {
  const errors: unknown[] = [];
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    enableReadyCheck: false,
  });
  client.on('error', (error) => errors.push(error));
  try {
    await client.connect();
    const valueOf = infoOf(await client.info());
    const mode = valueOf('redis_mode') ?? 'standalone';
    if (mode !== 'standalone') {
      throw new ConfigError(
        `REDIS_URL: got the address of a Redis ${mode}, which is not supported: name a single server`,
      );
    }
    if (Number.parseInt(valueOf('redis_version') ?? '', 10) < VERSION_MIN) {
      throw new ConfigError(`REDIS_URL: leads to a Redis older than ${VERSION_MIN}: name a later one`);
    }
    await client.select(client.options.db ?? 0);
    await client.set(PROBE.key, Date.now(), 'EX', PROBE.seconds);
    await client.eval(USED, 1, OWN_KEY);
    await client.bzpopmin(OWN_KEY, 0.01);
    const policy = valueOf('maxmemory_policy') ?? 'noeviction';
    if (policy !== 'noeviction') {
      warn(
        `REDIS_URL: the maxmemory-policy of the server is ${policy}, which throws jobs away when its memory is full: set it to noeviction`,
      );
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    errors.push(error);
  } finally {
    client.disconnect();
  }
  // A server that expects TLS closes the connection, or waits for the client's handshake.
  if (errors.length > 0 && url.startsWith('redis:') && (await speaksTls(url, 6379))) {
    throw new ConfigError('REDIS_URL: the server speaks TLS: begin the address with rediss://');
  }
  for (const error of errors) {
    const code = String((error as { code?: unknown }).code ?? '');
    const reason = messageOf(error);
    const [, what] = REFUSALS.find(([known]) => known.test(reason)) ?? [];
    if (what) throw new ConfigError(`REDIS_URL: ${what} (${reason})`);
    if (CERTIFICATE.test(code))
      throw new ConfigError(`REDIS_URL: no trusted connection to the server (${code}: ${reason})`);
    const [, wait] = WAITS.find(([known]) => known.test(reason)) ?? [];
    if (wait) warn(`REDIS_URL: ${wait}; the queue waits (${reason})`);
  }
}

/** Reads the lines `name:value` of INFO. */
function infoOf(info: string): (name: string) => string | undefined {
  const values = new Map(info.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string]));
  return (name) => values.get(name);
}
