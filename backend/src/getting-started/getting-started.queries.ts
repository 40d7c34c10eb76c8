import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { scopeSql, type ScopeSql } from '../access/scope.js';
import type { FirstStep, SampleView } from '../contract/getting-started.js';
import { SETTINGS_DEFAULT_COLOR } from '../contract/limits.js';

// Each EXISTS stops at its first row.
const doneSql = ({ and }: ScopeSql) => `SELECT
  EXISTS (SELECT FROM agencies WHERE true${and('"id"', 'agency')}) OR EXISTS (
    SELECT FROM settings WHERE "logoFileId" IS NOT NULL OR "brandName" <> '' OR "primaryColor" <> $1
  ) AS "brand",
  EXISTS (SELECT FROM clients WHERE NOT "isSample"${and('"id"')}) AS "client",
  EXISTS (
    SELECT FROM moments m JOIN clients c ON c."id" = m."clientId" AND NOT c."isSample" WHERE m."imageCount" > 0${and('c."id"')}
  ) AS "moment",
  EXISTS (
    SELECT FROM images i JOIN moments m ON m."id" = i."momentId" JOIN clients c ON c."id" = m."clientId" AND NOT c."isSample"
    WHERE i."title" <> '' AND i."description" <> ''${and('c."id"')}
  ) AS "captions",
  EXISTS (
    SELECT FROM moments m JOIN clients c ON c."id" = m."clientId" AND NOT c."isSample" WHERE m."sharedAt" IS NOT NULL${and('c."id"')}
  ) AS "share"`;

const sampleSql = ({ and }: ScopeSql) => `SELECT c."id" AS "clientId",
    (SELECT m."id" FROM moments m WHERE m."clientId" = c."id" ORDER BY m."createdAt", m."id" LIMIT 1) AS "momentId"
  FROM clients c WHERE c."isSample"${and('c."id"')}`;

/** Which first steps were done within the scope, without the sample. */
export async function findDone(manager: EntityManager, by: Actor): Promise<Record<FirstStep, boolean>> {
  const scope = scopeSql(by, 1);
  const parameters = [SETTINGS_DEFAULT_COLOR, ...scope.values];
  const [steps] = await manager.query<[Record<FirstStep, boolean>]>(doneSql(scope), parameters);
  return steps;
}

/** The sample with its first moment; `null` when it is not loaded, or outside of the scope. */
export async function findSample(manager: EntityManager, by: Actor): Promise<SampleView | null> {
  const scope = scopeSql(by, 0);
  const [found] = await manager.query<SampleView[]>(sampleSql(scope), scope.values);
  return found ?? null;
}
