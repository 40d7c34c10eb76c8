import type { EntityManager } from 'typeorm';
import type { FindingKind } from '../contract/findings.js';
import { publishEach } from '../platform/events/publish.js';

// Finds duplicates among the photos of a client: the same picture in another size, quality or light, or slightly
// cropped.

/**
 * Bits in which the perceptual hashes of duplicates may differ. Measured with 28 photos: resized and recompressed
 * copies differed in at most 4 bits, copies cropped by 2 % in 10, photos of the same scene from another place in at
 * least 10, other photos in at least 18.
 */
export const COPY_MAX_BITS = 8;
/** Photos of a client that new ones are compared with, the newest first: 30 new photos take 0.1 s with this many. */
const COMPARED_MAX = 20_000;

const MARK_DUPLICATES = `
  WITH asked AS (
    SELECT i."id", i."perceptualHash" AS hash, m."clientId", list.place
    FROM unnest($1::uuid[]) WITH ORDINALITY AS list ("id", place)
    JOIN images i ON i."id" = list."id" JOIN moments m ON m."id" = i."momentId"
  ), others AS MATERIALIZED (
    SELECT i."id", i."momentId", i."perceptualHash" AS hash, i."duplicateId", i."createdAt", i."position", asked.place
    FROM moments m JOIN images i ON i."momentId" = m."id" LEFT JOIN asked ON asked."id" = i."id"
    WHERE m."clientId" = (SELECT "clientId" FROM asked LIMIT 1) AND i."perceptualHash" IS NOT NULL
    ORDER BY i."createdAt" DESC LIMIT ${COMPARED_MAX}
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

/** The columns of an image that mark a duplicate. */
export interface DuplicateMark {
  duplicateId: string | null;
  duplicateMomentId: string | null;
  ignoredFindings: FindingKind[];
}

/** An image that is marked as a copy. */
interface Copy {
  id: string;
  momentId: string;
}

/**
 * Takes an advisory lock on the photos of these clients until the transaction ends, so that two copies that are added
 * concurrently are found. Call it before any row of `images` is written.
 */
export async function lockPhotosOfClients(manager: EntityManager, ...clientIds: string[]): Promise<void> {
  for (const clientId of clientIds.toSorted()) {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`photos of ${clientId}`]);
  }
}

/**
 * Compares these images with others of their client, and marks or unmarks them as copies. Of two copies among them,
 * the later one is marked.
 * @param imageIds images of one client, in order
 * @returns the marks that changed, by the id of the image
 */
export async function markDuplicates(manager: EntityManager, imageIds: string[]): Promise<Map<string, DuplicateMark>> {
  const [changed]: [(DuplicateMark & { id: string })[], number] = await manager.query(MARK_DUPLICATES, [imageIds]);
  return new Map(changed.map(({ id, ...mark }) => [id, mark]));
}

/**
 * Deletes or replaces images, and then compares the copies of these images again and publishes them.
 * @param originals the image, or all images of the moment; copies within the same moment are left as they are
 */
export async function changeOriginals(
  manager: EntityManager,
  originals: { imageId: string } | { momentId: string },
  change: () => Promise<unknown>,
): Promise<void> {
  const copies = await findCopies(manager, originals);
  await change();
  await markCopies(manager, copies);
}

/**
 * After a moment was moved to another client: compares the copies that stayed at the former client again, then the
 * moment's images.
 */
export async function markDuplicatesAfterMove(manager: EntityManager, momentId: string): Promise<void> {
  await markCopies(manager, await findCopies(manager, { momentId }));
  const select = 'SELECT "id", "momentId" FROM images WHERE "momentId" = $1 ORDER BY "position"';
  await markCopies(manager, await manager.query(select, [momentId]));
}

/** The copies of these images, the oldest first. */
function findCopies(manager: EntityManager, originals: { imageId: string } | { momentId: string }): Promise<Copy[]> {
  const select = 'SELECT "id", "momentId" FROM images WHERE "duplicateId"';
  const order = 'ORDER BY "createdAt", "position", "id"';
  if ('imageId' in originals) return manager.query(`${select} = $1 ${order}`, [originals.imageId]);
  return manager.query(`${select} IN (SELECT "id" FROM images WHERE "momentId" = $1) AND "momentId" <> $1 ${order}`, [
    originals.momentId,
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
