import { examine, type Treatment } from '../src/doctor/examine.js';
import type { TreatedFinding } from '../src/doctor/finding.js';
import type { StoredApp } from './backups.js';

/** What the doctor finds in an app's data, in the order in which it says so. */
export async function findings(
  { databaseUrl, storage, env }: Pick<StoredApp, 'databaseUrl' | 'storage' | 'env'>,
  treatment: Treatment = 'look',
): Promise<TreatedFinding[]> {
  const found: TreatedFinding[] = [];
  const redisUrl = env['REDIS_URL'];
  await examine({ databaseUrl, storage, redisUrl }, treatment, (finding) => found.push(finding));
  return found;
}
