import type { EntityManager } from 'typeorm';
import type { FirstStep, SampleView } from '../contract/getting-started.js';
import { SETTINGS_DEFAULT_COLOR } from '../contract/limits.js';

// Each ends at the first row that it finds.
const DONE = `SELECT
  EXISTS (SELECT FROM agencies) OR EXISTS (
    SELECT FROM settings WHERE "logoFileId" IS NOT NULL OR "brandName" <> '' OR "primaryColor" <> $1
  ) AS "brand",
  EXISTS (SELECT FROM clients WHERE NOT "isSample") AS "client",
  EXISTS (
    SELECT FROM moments m JOIN clients c ON c."id" = m."clientId" AND NOT c."isSample" WHERE m."imageCount" > 0
  ) AS "moment",
  EXISTS (
    SELECT FROM images i JOIN moments m ON m."id" = i."momentId" JOIN clients c ON c."id" = m."clientId" AND NOT c."isSample"
    WHERE i."title" <> '' AND i."description" <> ''
  ) AS "captions",
  EXISTS (
    SELECT FROM moments m JOIN clients c ON c."id" = m."clientId" AND NOT c."isSample" WHERE m."sharedAt" IS NOT NULL
  ) AS "share"`;

const SAMPLE = `SELECT c."id" AS "clientId",
    (SELECT m."id" FROM moments m WHERE m."clientId" = c."id" ORDER BY m."createdAt", m."id" LIMIT 1) AS "momentId"
  FROM clients c WHERE c."isSample"`;

/** Which first steps were done, apart from what was done with the sample. */
export async function findDone(manager: EntityManager): Promise<Record<FirstStep, boolean>> {
  const [done] = await manager.query<[Record<FirstStep, boolean>]>(DONE, [SETTINGS_DEFAULT_COLOR]);
  return done;
}

/** The sample with its first moment; `null` when it is not loaded. */
export async function findSample(manager: EntityManager): Promise<SampleView | null> {
  const [sample] = await manager.query<SampleView[]>(SAMPLE);
  return sample ?? null;
}
