import type { EntityManager } from 'typeorm';
import type { AuditFilter } from '../contract/audit-query.js';
import { actionsOf, type AuditEntryView } from '../contract/audit.js';
import { Conditions, likeText, nameContains, prepared } from '../platform/database/sql.js';

/** SQL that appends an entry, and returns its id. */
export const APPEND = prepared(
  'append to audit',
  `INSERT INTO audit ("actor", "actorName", "userId", "action", "targetKind", "targetId", "targetName", "changes")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING "id"`,
);

/** Maximum number of refused sign-ins to one account that are recorded per hour. */
const REFUSALS_PER_HOUR = 20;

/** SQL that appends a refused sign-in to the account with the e-mail $1. */
export const APPEND_REFUSAL = `
  INSERT INTO audit ("actor", "action", "targetKind", "targetId", "targetName", "changes")
  SELECT 'visitor', 'user.sign_in_refused', 'user', u."id",
    CASE WHEN u."name" = '' THEN u."email" ELSE u."name" || ' (' || u."email" || ')' END, $2::jsonb
  FROM users u WHERE u."email" = $1 AND (
    SELECT count(*) FROM audit WHERE "targetId" = u."id"::text AND "action" = 'user.sign_in_refused'
      AND "at" > now() - interval '1 hour'
  ) < ${REFUSALS_PER_HOUR}`;

interface AuditRow extends Omit<AuditEntryView, 'at'> {
  at: Date;
}

/** SQL of whether the target of an entry still has a page. */
const IS_THERE = `CASE
  WHEN "targetKind" = 'client' THEN EXISTS (SELECT FROM clients c WHERE c."id" = "targetId"::uuid)
  WHEN "targetKind" IN ('moment', 'optimization') THEN EXISTS (SELECT FROM reviews r WHERE r."id" = "targetId"::uuid)
  ELSE false END`;

/** Returns the newest entries of a filter; only those with smaller ids than `below`, if given. */
export async function findEntries(
  manager: EntityManager,
  filter: AuditFilter,
  { below, limit }: { below?: string; limit: number },
): Promise<AuditEntryView[]> {
  const conditions = new Conditions()
    .add(below, (id) => `"id" < ${id}::bigint`)
    .add(filter.userId, (id) => `"userId" = ${id}`)
    .add(filter.actor, (actor) => `"actor" = ${actor}`)
    .add(filter.group && actionsOf(filter.group), (actions) => `"action" = ANY(${actions}::text[])`)
    .add(filter.target && likeText(filter.target), (text) => nameContains('audit', text))
    .add(filter.since, (time) => `"at" >= ${time}::timestamptz`)
    .add(filter.until, (time) => `"at" < ${time}::timestamptz`);
  const rows = await manager.query<AuditRow[]>(
    `SELECT "id", "at", "actor", "actorName", "userId", "action",
       json_build_object('kind', "targetKind", 'id', "targetId", 'name', "targetName") AS "target", ${IS_THERE} AS "isThere", "changes"
     FROM audit WHERE ${conditions.where} ORDER BY "id" DESC ${conditions.range({ limit })}`,
    conditions.parameters,
  );
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}
