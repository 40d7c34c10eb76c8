import { Client } from 'pg';
import { holdRemovals } from '../storage/removals-lock.js';
import { prepareConnection } from './snapshot.js';

/**
 * Does work for whose time no stored file is removed: as long as its connection to the database lives, which its signal
 * tells. However this process ends, files are removed again afterwards.
 */
export async function whileFilesStay<T>(
  databaseUrl: string,
  stop: AbortSignal | undefined,
  work: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const client = new Client({ connectionString: databaseUrl, ...keepAlive });
  client.on('error', (error) => lost.abort(error));
  try {
    await client.connect();
    await prepareConnection(client);
    await holdRemovals(client);
    return await work(client, AbortSignal.any(stop ? [stop, lost.signal] : [lost.signal]));
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
