import type { EntityManager } from 'typeorm';
import { announce } from '../realtime/announcements.js';
import { notFound } from '../common/errors.js';
import { prepared } from '../database/prepared.js';
import type { Moment } from './moment.entity.js';

const LOCKED = 'SELECT "id", "clientId", "imageCount" FROM moments';
const LOCK = prepared('lock moment', `${LOCKED} WHERE "id" = $1 FOR UPDATE`);
const LOCK_BY_IMAGE = prepared(
  'lock moment of image',
  `${LOCKED} WHERE "id" = (SELECT "momentId" FROM images WHERE "id" = $1) FOR UPDATE`,
);

/**
 * Locks the moment for the rest of the transaction. Whoever changes an image does this first, so that changes of one
 * moment queue up and nobody waits in a circle.
 * @throws AppError 404
 */
export async function lockMoment(manager: EntityManager, id: string): Promise<LockedMoment> {
  const [moment] = await manager.query<LockedMoment[]>(LOCK, [id]);
  if (!moment) throw notFound('Moment');
  return moment;
}

/** The same for the moment that an image belongs to. @throws AppError 404 */
export async function lockMomentOfImage(manager: EntityManager, imageId: string): Promise<LockedMoment> {
  const [moment] = await manager.query<LockedMoment[]>(LOCK_BY_IMAGE, [imageId]);
  if (!moment) throw notFound('Image');
  return moment;
}

type LockedMoment = Pick<Moment, 'id' | 'clientId' | 'imageCount'>;

// The rules in their order: no image, a rejected one, all approved, shared or decided, all captioned, anything else.
const FACTS = `
  SELECT
    m.id,
    count(i.id)::int AS count,
    CASE
      WHEN count(i.id) = 0 THEN 'draft'
      WHEN bool_or(i.status = 'rejected') THEN 'rejected'
      WHEN bool_and(i.status = 'approved') THEN 'approved'
      WHEN m."sharedAt" IS NOT NULL OR bool_or(i.status <> 'pending') THEN 'pending'
      WHEN bool_and('' NOT IN (i.title, i.description, i."exifKeywords", i."geoAltDescription")) THEN 'generated'
      ELSE 'draft'
    END AS status
  FROM moments m LEFT JOIN images i ON i."momentId" = m.id`;
const DIFFER = `(moments."imageCount", moments."status") IS DISTINCT FROM (facts.count, facts.status)`;

const SETTLE = prepared(
  'settle moment',
  `
  UPDATE moments SET "imageCount" = facts.count, "status" = facts.status
  FROM (${FACTS} WHERE m.id = $1 GROUP BY m.id) facts
  WHERE moments.id = $1 AND ${DIFFER}
  RETURNING moments.id`,
);

/** Query of the moments whose status or count is not the derived one: `settleMoment` was not called for a change. */
export const UNSETTLED = `
  SELECT moments.id, moments."status", moments."imageCount", facts.status AS "rightStatus", facts.count AS "rightCount"
  FROM moments JOIN (${FACTS} GROUP BY m.id) facts ON facts.id = moments.id
  WHERE ${DIFFER}`;

/** Derives the moment's status and count from its images, in the transaction that changed them, and announces a change. */
export async function settleMoment(manager: EntityManager, momentId: string): Promise<void> {
  const [changed]: [unknown[], number] = await manager.query(SETTLE, [momentId]);
  if (changed.length > 0) await announce(manager, 'moment.changed', { momentId });
}
