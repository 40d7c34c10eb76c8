import type { EntityManager } from 'typeorm';
import type { FindingKind } from '../contract/findings.js';
import { publishEach } from '../platform/events/publish.js';

/** Which photos of a client are copies of others: the same picture in another size, quality or light, or cut by a little. */

/**
 * Bits in which the hashes of copies may differ. Of 28 photos, resized and recompressed copies differed in 4 at most, those cut by
 * 2 % in 10, pictures of the same scene from another place in 10 at least, and different ones in 18 at least.
 */
export const COPY_MAX_BITS = 8;
/** Photos of a client that are compared, the newest first: 30 new ones take a tenth of a second then. */
const MAX_COMPARED = 20_000;

const MARK = `
  WITH asked AS (
    SELECT i."id", i."perceptualHash" AS hash, m."clientId", list.place
    FROM unnest($1::uuid[]) WITH ORDINALITY AS list ("id", place)
    JOIN images i ON i."id" = list."id" JOIN moments m ON m."id" = i."momentId"
  ), others AS MATERIALIZED (
    SELECT i."id", i."momentId", i."perceptualHash" AS hash, i."duplicateId", i."createdAt", i."position", asked.place
    FROM moments m JOIN images i ON i."momentId" = m."id" LEFT JOIN asked ON asked."id" = i."id"
    WHERE m."clientId" = (SELECT "clientId" FROM asked LIMIT 1) AND i."perceptualHash" IS NOT NULL
    ORDER BY i."createdAt" DESC LIMIT ${MAX_COMPARED}
  ), found AS (
    SELECT DISTINCT ON (asked."id") asked."id", others."id" AS "duplicateId", others."momentId" AS "duplicateMomentId"
    FROM asked JOIN others ON others."id" <> asked."id" AND bit_count(others.hash # asked.hash) <= ${COPY_MAX_BITS}
      AND (others.place IS NULL OR others.place < asked.place) AND others."duplicateId" IS DISTINCT FROM asked."id"
    ORDER BY asked."id", others."createdAt", others."position", others."id"
  )
  UPDATE images SET "duplicateId" = found."duplicateId", "duplicateMomentId" = found."duplicateMomentId",
    "ignoredFindings" = array_remove(images."ignoredFindings", 'duplicate')
  FROM asked LEFT JOIN found ON found."id" = asked."id"
  WHERE images."id" = asked."id" AND images."duplicateId" IS DISTINCT FROM found."duplicateId"
  RETURNING images."id", images."duplicateId", images."duplicateMomentId", images."ignoredFindings"`;

/** What is marked of an image. */
export interface Mark {
  duplicateId: string | null;
  duplicateMomentId: string | null;
  ignoredFindings: FindingKind[];
}

/** An image that may be a copy of another one. */
interface Copy {
  id: string;
  momentId: string;
}

/**
 * Waits for other transactions that change which photos this client has, so that one of two copies that are added at the same time is found. Call it
 * before a row of `images` is written.
 */
export async function lockPhotosOf(manager: EntityManager, ...clientIds: string[]): Promise<void> {
  for (const clientId of clientIds.toSorted()) {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`photos of ${clientId}`]);
  }
}

/**
 * Marks these images as copies, or not, of others of their client. An earlier one of them is never marked as a copy of a later one.
 * @param imageIds of one client
 * @returns the marks that changed, by the id of the image
 */
export async function markDuplicates(manager: EntityManager, imageIds: string[]): Promise<Map<string, Mark>> {
  const [changed]: [(Mark & { id: string })[], number] = await manager.query(MARK, [imageIds]);
  return new Map(changed.map(({ id, ...mark }) => [id, mark]));
}

/**
 * Deletes or replaces originals, and then marks their copies by what is left, and publishes them.
 * @param of the image, or the moment with its images; copies within the moment itself are left as they are
 */
export async function changeOriginals(
  manager: EntityManager,
  of: { imageId: string } | { momentId: string },
  change: () => Promise<unknown>,
): Promise<void> {
  const copies = await findCopies(manager, of);
  await change();
  await markCopies(manager, copies);
}

/** Marks the copies of a moment's images, which has another client now, by what is left at the former one; then the images themselves. */
export async function markMoved(manager: EntityManager, momentId: string): Promise<void> {
  await markCopies(manager, await findCopies(manager, { momentId }));
  const select = 'SELECT "id", "momentId" FROM images WHERE "momentId" = $1 ORDER BY "position"';
  await markCopies(manager, await manager.query(select, [momentId]));
}

/** The oldest first. */
function findCopies(manager: EntityManager, of: { imageId: string } | { momentId: string }): Promise<Copy[]> {
  const select = 'SELECT "id", "momentId" FROM images WHERE "duplicateId"';
  const order = 'ORDER BY "createdAt", "position", "id"';
  if ('imageId' in of) return manager.query(`${select} = $1 ${order}`, [of.imageId]);
  return manager.query(`${select} IN (SELECT "id" FROM images WHERE "momentId" = $1) AND "momentId" <> $1 ${order}`, [
    of.momentId,
  ]);
}

async function markCopies(manager: EntityManager, copies: Copy[]): Promise<void> {
  if (copies.length === 0) return;
  await markDuplicates(
    manager,
    copies.map(({ id }) => id),
  );
  await publishEach(
    manager,
    'image.changed',
    copies.map(({ id, momentId }) => ({ momentId, imageId: id })),
  );
}
