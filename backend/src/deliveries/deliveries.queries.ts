import type { EntityManager } from 'typeorm';
import { scopeSql, type Scoped } from '../access/scope.js';
import { IMAGE_TEXTS } from '../contract/image-fields.js';
import { APPROVAL_ACTIONS } from '../history/action-lists.js';
import { prepared } from '../platform/database/sql.js';
import type { Image } from '../images/image.entity.js';

/** An approved photo with the facts that its delivery needs. */
export interface ApprovedRow extends Pick<Image, (typeof COLUMNS)[number]> {
  imageId: string;
  /** Its place among the approved photos of its moment, from 1. */
  place: number;
  momentTitle: string;
  clientId: string;
  business: string;
  /** The reviewer; `null` for a visitor with the open link. */
  approvedBy: string | null;
  /** How often the client was asked to decide on it until then. */
  round: number;
}

const COLUMNS = [
  ...IMAGE_TEXTS,
  'momentId',
  'fileId',
  'extension',
  'width',
  'height',
  'bytes',
  'checks',
  'duplicateId',
  'duplicateMomentId',
  'ignoredFindings',
  'captionOutdated',
  'version',
  'deliveredVersion',
  'decidedAt',
] as const satisfies (keyof Image)[];

// Subqueries of the history use its index by review, which has a few hundred entries per review.
const SELECT = `SELECT i."id" AS "imageId", ${COLUMNS.map((column) => `i."${column}"`).join(', ')},
    m."title" AS "momentTitle", m."clientId", c."business", approval."actorName" AS "approvedBy", (
      SELECT 1 + count(*)::int FROM history h
      WHERE h."reviewId" = i."momentId" AND h."itemId" = i."id"::text AND h."action" = 'image.resubmitted'
    ) AS "round", (
      SELECT count(*)::int FROM images other
      WHERE other."momentId" = i."momentId" AND other."status" = 'approved' AND other."position" <= i."position"
    ) AS "place"
  FROM images i JOIN moments m ON m."id" = i."momentId" JOIN clients c ON c."id" = m."clientId"
  LEFT JOIN LATERAL (
    SELECT "actorName" FROM history h
    WHERE h."reviewId" = i."momentId" AND h."itemId" = i."id"::text AND h."action" IN (${APPROVAL_ACTIONS}) ORDER BY h."id" DESC LIMIT 1
  ) approval ON true
  WHERE i."status" = 'approved' AND`;
const ORDER = 'ORDER BY m."createdAt", m."id", i."position"';

const OF_MOMENT = prepared('approved images of moment', `${SELECT} i."momentId" = $1 ${ORDER}`);
const OF_CLIENT = `${SELECT} m."clientId" = $1
  AND ($2::date IS NULL OR i."decidedAt" >= $2::date::timestamp AT TIME ZONE 'UTC')
  AND ($3::date IS NULL OR i."decidedAt" < ($3::date + 1)::timestamp AT TIME ZONE 'UTC') ${ORDER} LIMIT $4`;
const BY_ID = `${SELECT} i."id" = ANY($1::uuid[])`;

/** The approved photos of a moment, in their order. */
export function findApprovedOfMoment(manager: EntityManager, momentId: string): Promise<ApprovedRow[]> {
  return manager.query<ApprovedRow[]>(OF_MOMENT, [momentId]);
}

/** At most `limit` photos of a client that were approved on these days (UTC), ordered by moment. */
export function findApprovedOfClient(
  manager: EntityManager,
  clientId: string,
  { from, to, limit }: { from: string | null; to: string | null; limit: number },
): Promise<ApprovedRow[]> {
  return manager.query<ApprovedRow[]>(OF_CLIENT, [clientId, from, to, limit]);
}

/** Of these photos, those that are approved and within the scope, by id. */
export async function findApprovedByIds(
  manager: EntityManager,
  imageIds: string[],
  reader: Scoped,
): Promise<Map<string, ApprovedRow>> {
  const scope = scopeSql(reader, 1);
  const rows = await manager.query<ApprovedRow[]>(BY_ID + scope.and('m."clientId"'), [imageIds, ...scope.values]);
  return new Map(rows.map((row) => [row.imageId, row]));
}

/** A photo of which a version was delivered for the first time. */
export interface NewlyDelivered {
  imageId: string;
  momentId: string;
  version: number;
}

/** Records the delivered version of each photo. @returns the photos whose version was not delivered before */
export function recordDelivered(
  manager: EntityManager,
  delivered: { imageId: string; version: number }[],
): Promise<NewlyDelivered[]> {
  return manager.query<NewlyDelivered[]>(
    `WITH noted AS (
       UPDATE images SET "deliveredVersion" = given."version", "deliveredAt" = now()
       FROM unnest($1::uuid[], $2::int[]) AS given ("imageId", "version")
       WHERE images."id" = given."imageId"
         AND (images."deliveredVersion" IS NULL OR images."deliveredVersion" < given."version")
       RETURNING images."id" AS "imageId", images."momentId", given."version"
     ) SELECT * FROM noted`,
    [delivered.map(({ imageId }) => imageId), delivered.map(({ version }) => version)],
  );
}

/** Whether a member of staff is downloading a delivery, in any process. */
export async function isDownloading(manager: EntityManager, userId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'SELECT FROM deliveries WHERE "userId" = $1 AND "leasedUntil" > now() LIMIT 1',
    [userId],
  );
  return rows.length > 0;
}
