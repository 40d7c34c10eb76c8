import { DeletionsService } from '../storage/deletions.service.js';
import { mayRemoveFiles } from '../storage/removals-lock.js';
import type { Finding } from './finding.js';
import type { Patient } from './patient.js';
import { rowsOf } from './rows.js';

interface Removal {
  id: string;
  folder: string;
  dueAt: string;
  attempts: number;
  lastError: string | null;
}

const SHOWN = `
  SELECT "id", "folder" FROM deletions WHERE "folder" IN (
    SELECT 'images/' || "fileId" FROM images
    UNION ALL SELECT 'logos/' || "logoFileId" FROM agencies
    UNION ALL SELECT 'logos/' || "logoFileId" FROM settings)`;

/** Removals of files that a row shows. */
export async function* unwantedRemovals({ client, db }: Patient): AsyncGenerator<Finding> {
  for await (const { id, folder } of rowsOf<Removal>(client, SHOWN)) {
    yield {
      what: `the files in ${folder} are to be removed, but a row shows them`,
      cure: 'keep them',
      mend: async () =>
        void (await db.query(`DELETE FROM deletions WHERE ("id", "folder") IN (${SHOWN}) AND "id" = $1`, [id])),
    };
  }
}

const OVERDUE = `
  SELECT "id", "folder", "notBefore"::text AS "dueAt", "attempts", "lastError" FROM deletions
  WHERE "notBefore" < now() - interval '15 minutes' OR "attempts" >= 5`;

/** Removals that nobody does, or that fail again and again. */
export async function* overdueRemovals(patient: Patient): AsyncGenerator<Finding> {
  // A backup may hold them up for hours.
  if (!(await patient.db.transaction(mayRemoveFiles))) return;
  for await (const { id, folder, dueAt, attempts, lastError } of rowsOf<Removal>(patient.client, OVERDUE)) {
    const tried = attempts > 0 ? `tried ${attempts} times, last: ${lastError}` : 'not tried';
    yield {
      what: `the files in ${folder} were to be removed at ${dueAt} (${tried})`,
      cure: 'remove them now',
      mend: () => removeNow(patient, id),
    };
  }
}

async function removeNow({ db, storage }: Patient, id: string): Promise<void> {
  await db.query('UPDATE deletions SET "notBefore" = now() WHERE "id" = $1', [id]);
  await new DeletionsService(db, storage).runDue();
  const [left] = await db.query<{ lastError: string | null }[]>('SELECT "lastError" FROM deletions WHERE "id" = $1', [
    id,
  ]);
  if (left) throw new Error(left.lastError ?? 'a backup holds it up');
}
