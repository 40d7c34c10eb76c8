import type { EntityManager } from 'typeorm';
import { scopeSql, EVERYTHING, type Scoped, type ScopeSql } from '../access/scope.js';
import { CAPTION_FIELDS } from '../contract/image-fields.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import { prepared } from '../platform/database/sql.js';
import type { Moment } from './moment.entity.js';

type LockedMoment = Pick<Moment, 'id' | 'clientId' | 'imageCount'>;

const BY_ID = '"id" = $1';
const BY_IMAGE = '"id" = (SELECT "momentId" FROM images WHERE "id" = $1)';

function lockSql(where: string, { and }: ScopeSql): string {
  return `SELECT "id", "clientId", "imageCount" FROM moments WHERE ${where}${and('"clientId"')} FOR UPDATE`;
}
// Prepared for the scope `all`, for which the text is always the same.
prepared('lock moment', lockSql(BY_ID, scopeSql(EVERYTHING, 1)));
prepared('lock moment of image', lockSql(BY_IMAGE, scopeSql(EVERYTHING, 1)));

/**
 * Locks the moment for the rest of the transaction. Every change of an image does this first, so that changes of the
 * same moment run one after the other and do not deadlock.
 * @throws AppError 404
 */
export async function lockMoment(manager: EntityManager, id: string, by: Scoped): Promise<LockedMoment> {
  const moment = await lockWhere(manager, BY_ID, id, by);
  if (!moment) throw notFound('Moment');
  return moment;
}

/**
 * Locks the moment of an image, like `lockMoment`.
 * @throws AppError 404
 */
export async function lockMomentOfImage(manager: EntityManager, imageId: string, by: Scoped): Promise<LockedMoment> {
  const moment = await lockWhere(manager, BY_IMAGE, imageId, by);
  if (!moment) throw notFound('Image');
  return moment;
}

async function lockWhere(
  manager: EntityManager,
  where: string,
  id: string,
  by: Scoped,
): Promise<LockedMoment | undefined> {
  const scope = scopeSql(by, 1);
  const [moment] = await manager.query<LockedMoment[]>(lockSql(where, scope), [id, ...scope.values]);
  return moment;
}

/** The columns of a caption, for a table of images with this alias. */
export function captionColumns(alias: string): string {
  return CAPTION_FIELDS.map((name) => `${alias}."${name}"`).join(', ');
}

// Status rules, the first that matches: no image; an image rejected; all approved; shared or an image decided; all
// captioned; otherwise draft.
const DERIVED_STATE = `
  SELECT
    m.id,
    count(i.id)::int AS count,
    count(i.id) FILTER (WHERE i.status = 'pending') AS waiting,
    COALESCE(bool_and(i.status <> 'pending'), false) AS "isDecided",
    count(i.id) FILTER (WHERE i.status = 'approved' AND i.version IS DISTINCT FROM i."deliveredVersion")::int AS undelivered,
    CASE
      WHEN count(i.id) = 0 THEN 'draft'
      WHEN bool_or(i.status = 'rejected') THEN 'rejected'
      WHEN bool_and(i.status = 'approved') THEN 'approved'
      WHEN m."sharedAt" IS NOT NULL OR bool_or(i.status <> 'pending') THEN 'pending'
      WHEN bool_and('' NOT IN (${captionColumns('i')})) THEN 'generated'
      ELSE 'draft'
    END AS status
  FROM reviews m LEFT JOIN images i ON i."momentId" = m.id`;
// A new round begins if images wait although all were decided, or more wait than when a reviewer ended the round.
const IS_NEW_ROUND = `(moments."isDecided" AND derived.waiting > 0
  OR COALESCE(derived.waiting > (moments."done" ->> 'left')::int, false))`;
const IS_OUTDATED = `((moments."imageCount", moments."status", moments."undelivered", moments."isDecided")
  IS DISTINCT FROM (derived.count, derived.status, derived.undelivered, derived."isDecided") OR ${IS_NEW_ROUND})`;

const RECOMPUTE = prepared(
  'recompute moment status',
  `
  UPDATE moments SET "imageCount" = derived.count, "status" = derived.status, "undelivered" = derived.undelivered,
    "isDecided" = derived."isDecided", "done" = CASE WHEN ${IS_NEW_ROUND} THEN NULL ELSE moments."done" END,
    "roundStart" = CASE WHEN ${IS_NEW_ROUND}
      THEN COALESCE((SELECT max("id") FROM history WHERE "reviewId" = moments.id), 0) ELSE moments."roundStart" END
  FROM (${DERIVED_STATE} WHERE m.id = $1 GROUP BY m.id) derived
  WHERE moments.id = $1 AND ${IS_OUTDATED}
  RETURNING moments.id`,
);

/**
 * Derives status, counts and round of a moment from its images, and publishes `moment.changed` if they changed. Call
 * it in the transaction that changed the images.
 */
export async function recomputeStatus(manager: EntityManager, momentId: string): Promise<void> {
  const [changed]: [unknown[], number] = await manager.query(RECOMPUTE, [momentId]);
  if (changed.length > 0) await publish(manager, 'moment.changed', { momentId });
}
