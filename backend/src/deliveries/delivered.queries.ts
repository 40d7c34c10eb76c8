import type { EntityManager } from 'typeorm';
import { SHOWN_TEXTS } from '../contract/image-fields.js';
import type { Language } from '../contract/languages.js';
import type { EarlierVersion } from '../images/earlier-version.js';
import type { Image } from '../images/image.entity.js';
import { APPROVAL_ACTIONS, DECISION_ACTIONS } from '../history/action-lists.js';
import { prepared } from '../platform/database/sql.js';

/** A photo whose current version is approved and delivered. */
export interface DeliveredRow extends Pick<Image, (typeof COLUMNS)[number]> {
  momentTitle: string;
  /** The version that the client rejected before, with the reason. Its picture was removed. */
  earlierBefore: EarlierVersion | null;
  /** The reviewer who approved it by a link of their own; `null` for anybody else. */
  approvedBy: string | null;
  /** Whether it was approved before, and edits made it pending again. */
  wasApproved: boolean | null;
  /** The changes between the last two decisions, oldest first. */
  edits: Record<string, { from: string; to: string }>[];
}

const COLUMNS = [
  'id',
  'momentId',
  'position',
  'fileId',
  'fileName',
  'extension',
  'width',
  'height',
  ...SHOWN_TEXTS,
  'version',
  'decidedAt',
  'deliveredAt',
] as const satisfies (keyof Image)[];

const lastDecision = (columns: string, actions: string, more = ''): string => `
  SELECT ${columns} FROM history h
  WHERE h."reviewId" = i."momentId" AND h."itemId" = i."id"::text AND h."action" IN (${actions}) ${more}
  ORDER BY h."id" DESC LIMIT 1`;
const IS_DELIVERED = `i."status" = 'approved' AND i."deliveredVersion" = i."version"`;
const SELECT = `SELECT ${COLUMNS.map((column) => `i."${column}"`).join(', ')}, i."earlierBefore", m."title" AS "momentTitle",
    approval."approvedBy", before."wasApproved", COALESCE((
      SELECT json_agg(h."changes" ORDER BY h."id") FROM history h
      WHERE h."reviewId" = i."momentId" AND h."itemId" = i."id"::text AND h."id" > before."id" AND h."id" < approval."id"
        AND h."changes" <> '{}'
    ), '[]') AS "edits"
  FROM images i JOIN moments m ON m."id" = i."momentId"
  LEFT JOIN LATERAL (${lastDecision(
    `h."id", CASE WHEN h."reviewerId" IS NOT NULL THEN h."actorName" END AS "approvedBy"`,
    APPROVAL_ACTIONS,
  )}) approval ON true
  LEFT JOIN LATERAL (${lastDecision(
    `h."id", h."action" IN (${APPROVAL_ACTIONS}) AS "wasApproved"`,
    DECISION_ACTIONS,
    'AND h."id" < approval."id"',
  )}) before ON true
  WHERE ${IS_DELIVERED} AND`;
const ORDER = 'ORDER BY m."createdAt", m."id", i."position"';
const OF_MOMENT = prepared('delivered images of moment', `${SELECT} i."momentId" = $1 ${ORDER}`);
const BY_ID = `${SELECT} i."id" = ANY($1::uuid[]) AND m."clientId" = $2 ${ORDER}`;

/** The photos of a moment whose current version is approved and delivered, in their order. */
export function findDeliveredOfMoment(manager: EntityManager, momentId: string): Promise<DeliveredRow[]> {
  return manager.query<DeliveredRow[]>(OF_MOMENT, [momentId]);
}

/** Of these photos of a client, those whose current version is approved and delivered, ordered by moment. */
export function findDeliveredByIds(
  manager: EntityManager,
  imageIds: string[],
  clientId: string,
): Promise<DeliveredRow[]> {
  return manager.query<DeliveredRow[]>(BY_ID, [imageIds, clientId]);
}

/** The number of other delivered photos in the moments of these photos. */
export async function countOtherDelivered(
  manager: EntityManager,
  photos: Pick<DeliveredRow, 'id' | 'momentId'>[],
): Promise<number> {
  const [row] = await manager.query<[{ count: number }]>(
    `SELECT count(*)::int AS "count" FROM images i
     WHERE ${IS_DELIVERED} AND i."momentId" = ANY($1::uuid[]) AND i."id" <> ALL($2::uuid[])`,
    [photos.map(({ momentId }) => momentId), photos.map(({ id }) => id)],
  );
  return row.count;
}

/** A reviewer with an e-mail address, and the moments that their links open. */
interface Recipient {
  to: string;
  language: Language;
  clientId: string;
  momentIds: string[];
}

/**
 * The reviewers who may see any of these moments by an open link of their own, to the moment or to the portal,
 * ordered by address.
 */
export function findRecipients(manager: EntityManager, momentIds: string[]): Promise<Recipient[]> {
  return manager.query<Recipient[]>(
    `SELECT r."email" AS "to", r."language", r."clientId", array_agg(DISTINCT m."id") AS "momentIds"
     FROM moments m JOIN reviewers r ON r."clientId" = m."clientId" AND r."email" <> ''
       JOIN review_links l ON l."reviewerId" = r."id" AND (l."reviewId" = m."id" OR l."reviewId" IS NULL)
     WHERE m."id" = ANY($1::uuid[]) AND l."revokedAt" IS NULL AND (l."expiresAt" IS NULL OR l."expiresAt" > now())
     GROUP BY r."id" ORDER BY r."email", r."id"`,
    [momentIds],
  );
}
