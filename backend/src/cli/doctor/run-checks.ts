import { messageOf, OperatorError } from '../../platform/operator-error.js';
import { MIGRATIONS } from '../../database/applied-migrations.js';
import { checkedMigrations } from '../backup/snapshot.js';
import { withContext, type Check, type CheckContext, type Finding, type Stores } from './check.js';
import { changedOriginals } from './checksums.js';
import { mismatchedFiles, overdueRemovals, unusableStorage, unwantedRemovals } from './files.js';
import { lostRuns } from './lost-runs.js';
import { unusableSignIn } from './sign-in.js';

/** The checks, ordered so that repairs of earlier ones help later ones. */
const CHECKS: Check[] = [unusableStorage, unusableSignIn, unwantedRemovals, lostRuns, mismatchedFiles, overdueRemovals];

/** Whether findings are only reported, or repaired as well. */
export type Mode = 'check' | 'repair';

/** The options of the command. */
export interface Options {
  mode: Mode;
  /** Whether every original is also read and compared with its checksum. */
  checksums?: boolean;
}

/** A finding and its outcome. */
export interface Result extends Pick<Finding, 'problem' | 'action'> {
  /** `repaired` and `failed` only occur in the mode `repair`; `manual` means that there is no automatic repair. */
  outcome: 'repairable' | 'repaired' | 'failed' | 'manual';
  /** Why the repair failed. */
  reason?: string;
}

/**
 * Runs all checks, and reports each finding as soon as it is known. People may work meanwhile.
 * @returns the number of findings, and of those that are left
 * @throws OperatorError if the database is not of this version; AppError 503 if the storage is unavailable
 */
export function runChecks(
  stores: Stores,
  { mode, checksums = false }: Options,
  report: (result: Result) => void,
): Promise<{ found: number; left: number }> {
  return withContext(stores, async (context) => {
    await requireThisVersion(context);
    const count = { found: 0, left: 0 };
    for (const check of checksums ? [...CHECKS, changedOriginals] : CHECKS) {
      for await (const finding of check(context)) {
        stores.signal?.throwIfAborted();
        const result = await handleFinding(finding, mode);
        count.found += 1;
        if (result.outcome !== 'repaired') count.left += 1;
        report(result);
      }
    }
    return count;
  });
}

async function requireThisVersion({ client }: CheckContext): Promise<void> {
  const applied = await checkedMigrations(client);
  if (MIGRATIONS.every((name) => applied.includes(name))) return;
  throw new OperatorError('The database is of an earlier version: start the product, or run npm run migrate, first');
}

async function handleFinding({ problem, action, repair }: Finding, mode: Mode): Promise<Result> {
  if (!repair) return { problem, action, outcome: 'manual' };
  if (mode === 'check') return { problem, action, outcome: 'repairable' };
  try {
    await repair();
    return { problem, action, outcome: 'repaired' };
  } catch (error) {
    return { problem, action, outcome: 'failed', reason: messageOf(error) };
  }
}
