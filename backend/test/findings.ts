import { loadConfig } from '../src/config.js';
import { runChecks, type Mode, type Options, type Result } from '../src/cli/doctor/run-checks.js';
import type { StoredApp } from './backups.js';

/** What the doctor finds in an app's data, in the order in which it reports it. */
export async function findings(
  { databaseUrl, storage, env }: Pick<StoredApp, 'databaseUrl' | 'storage' | 'env'>,
  mode: Mode = 'check',
  options: Omit<Options, 'mode'> = {},
): Promise<Result[]> {
  const found: Result[] = [];
  const { redisUrl, singleSignOn, proxies } = loadConfig({ ...env });
  const places = { databaseUrl, storage, redisUrl, singleSignOn, proxies };
  await runChecks(places, { mode, ...options }, (result) => found.push(result));
  return found;
}
