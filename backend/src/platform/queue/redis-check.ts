import { Redis } from 'ioredis';
import { ConfigError } from '../../config.js';
import { messageOf } from '../operator-error.js';

const TIMEOUT_MS = 3000;
const REFUSED = /NOAUTH|WRONGPASS|NOPERM|invalid password|without any password/;
const CERTIFICATE = /CERT|SIGNATURE|EPROTO|ERR_SSL|ERR_TLS/;

/**
 * Asks the Redis server once, before the start, whether the queue can be on it. A server that does not answer is none of
 * the configuration's faults: it may come later.
 * @throws ConfigError if it refuses the password, its certificate is not trusted, or it is a Sentinel or a Cluster
 */
export async function checkRedis(url: string): Promise<void> {
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
    const mode = /^redis_mode:(\w+)/m.exec(await client.info('server'))?.[1] ?? 'standalone';
    if (mode !== 'standalone') {
      throw new ConfigError(
        `REDIS_URL: got the address of a Redis ${mode}, which is not supported: name a single server`,
      );
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    errors.push(error);
  } finally {
    client.disconnect();
  }
  for (const error of errors) {
    const code = String((error as { code?: unknown }).code ?? '');
    const reason = messageOf(error);
    if (REFUSED.test(reason)) throw new ConfigError(`REDIS_URL: the server refuses the user or password (${reason})`);
    if (CERTIFICATE.test(code))
      throw new ConfigError(`REDIS_URL: no trusted connection to the server (${code}: ${reason})`);
  }
}
