import { appliedMigrations } from '../backup/snapshot.js';
import { BackupError } from '../backup/backup-error.js';
import { MIGRATIONS } from '../backup/tables.js';
import { messageOf } from '../start/start-error.js';
import { doubtfulDomains } from './agencies.js';
import { disagreeingFiles } from './files.js';
import type { Finding, TreatedFinding } from './finding.js';
import { historyOfNothing, unrecordedDecisions } from './history.js';
import { miscountedMoments, misplacedImages, unsettledMoments } from './moments.js';
import { unsettledOptimizations } from './optimizations.js';
import { withPatient, type Check, type Patient, type Premises } from './patient.js';
import { overdueRemovals, unwantedRemovals } from './removals.js';
import { lostRuns, miscountedRuns } from './runs.js';
import { missingSettings, sleepingTriggers } from './safeguards.js';

/** In an order in which what is mended helps what comes after. */
const CHECKS: Check[] = [
  sleepingTriggers,
  missingSettings,
  unwantedRemovals,
  misplacedImages,
  unsettledMoments,
  miscountedMoments,
  unsettledOptimizations,
  miscountedRuns,
  lostRuns,
  historyOfNothing,
  unrecordedDecisions,
  doubtfulDomains,
  disagreeingFiles,
  overdueRemovals,
];

/** Whether findings are mended or only told. */
export type Treatment = 'look' | 'repair';

/** How many findings there were, and how many of them are left to somebody. */
export interface Diagnosis {
  found: number;
  left: number;
}

/**
 * Examines whether rows and files agree, while people work or not, and tells each finding as soon as it is known.
 * @throws BackupError where the database is none of this version; AppError 503 where the storage cannot be reached
 */
export function examine(
  premises: Premises,
  treatment: Treatment,
  tell: (finding: TreatedFinding) => void,
): Promise<Diagnosis> {
  return withPatient(premises, async (patient) => {
    await requireThisVersion(patient);
    const diagnosis = { found: 0, left: 0 };
    for (const check of CHECKS) {
      for await (const finding of check(patient)) {
        premises.signal?.throwIfAborted();
        const treated = treatment === 'repair' ? await treat(finding) : asFound(finding);
        diagnosis.found += 1;
        diagnosis.left += treated.outcome === 'repaired' ? 0 : 1;
        tell(treated);
      }
    }
    return diagnosis;
  });
}

async function requireThisVersion({ client }: Patient): Promise<void> {
  const applied = await appliedMigrations(client);
  const missing = MIGRATIONS.filter((name) => !applied.includes(name));
  if (missing.length === 0) return;
  throw new BackupError('The database is of an earlier version: start the product, or run npm run migrate, first');
}

function asFound({ what, cure, mend }: Finding): TreatedFinding {
  return { what, cure, outcome: mend ? 'mendable' : 'lost' };
}

async function treat(finding: Finding): Promise<TreatedFinding> {
  const { what, cure, mend } = finding;
  if (!mend) return asFound(finding);
  try {
    await mend();
    return { what, cure, outcome: 'repaired' };
  } catch (error) {
    return { what, cure, outcome: 'failed', reason: messageOf(error) };
  }
}
