import type { EntityManager } from 'typeorm';
import { scopeSql, EVERYTHING, type Scoped, type ScopeSql } from '../access/scope.js';
import { IMAGE_TEXTS, SHOWN_TEXTS, type EditGroup } from '../contract/image-fields.js';
import type { EditsView } from '../contract/edits.js';
import type { PageQuery } from '../contract/paging.js';
import { prepared } from '../platform/database/sql.js';
import { findMomentBySql, MOMENT_COLUMNS, MOMENT_FROM, type MomentRow } from '../moments/moments.queries.js';
import type { Image } from './image.entity.js';

/** The columns of an image that reviewers see. */
export type ReviewImageRow = Pick<Image, (typeof REVIEW_COLUMNS)[number]>;

/** The columns of an image that staff see. */
export type ImageRow = Pick<Image, (typeof COLUMNS)[number]> & Record<`${EditGroup}Edits`, EditsView>;

const SHARED_COLUMNS = [
  'id',
  'momentId',
  'position',
  'fileId',
  'extension',
  'width',
  'height',
  'status',
  'feedback',
  'reply',
  'version',
  'earlier',
] as const satisfies (keyof Image)[];
const REVIEW_COLUMNS = [...SHARED_COLUMNS, ...SHOWN_TEXTS] as const;
const COLUMNS = [
  ...SHARED_COLUMNS,
  ...IMAGE_TEXTS,
  'fileName',
  'bytes',
  'checks',
  'duplicateId',
  'duplicateMomentId',
  'ignoredFindings',
  'captionProvider',
  'captionOutdated',
  'captionByHand',
  'decidedAt',
  'takenAt',
  'createdAt',
] as const satisfies (keyof Image)[];

const editsOf = (group: EditGroup): string =>
  `json_build_object('revision', "${group}Revision", 'editor', "${group}Editor") AS "${group}Edits"`;

/** Columns of an `ImageRow`. */
const IMAGE_COLUMNS = `${quoted(COLUMNS)}, ${editsOf('caption')}, ${editsOf('address')}`;

// Every page with pictures and every live event runs one of these; with the ORM they take twice as long.
const SELECT = `SELECT ${IMAGE_COLUMNS} FROM images`;
const BY_ID = prepared('image', `${SELECT} WHERE "id" = $1`);
const ofMoment = ({ and }: ScopeSql): string =>
  `${SELECT} WHERE "momentId" = $1${and('"momentId"', 'review')} ORDER BY "position" LIMIT $2 OFFSET $3`;
// Prepared for the scope `all`, for which the text is always the same.
prepared('images of moment', ofMoment(scopeSql(EVERYTHING, 3)));
const MOMENT_WITH_IMAGES = prepared(
  'moment with images',
  `SELECT ${MOMENT_COLUMNS}, (
    SELECT coalesce(json_agg(i), '[]') FROM (
      SELECT ${quoted(REVIEW_COLUMNS)} FROM images WHERE "momentId" = m."id" ORDER BY "position" LIMIT $2 OFFSET $3
    ) i
  ) AS "images" ${MOMENT_FROM} WHERE m."id" = $1`,
);

/** A page of a moment's images, in their order. */
export function listImagesOfMoment(
  manager: EntityManager,
  momentId: string,
  { limit = undefined, offset = 0 }: PageQuery,
  by: Scoped,
): Promise<ImageRow[]> {
  const scope = scopeSql(by, 3);
  return manager.query<ImageRow[]>(ofMoment(scope), [momentId, limit ?? null, offset, ...scope.values]);
}

/** A moment and a page of its images, in their order; `null` if there is none. */
export function findMomentWithImages(
  manager: EntityManager,
  momentId: string,
  { limit = undefined, offset = 0 }: PageQuery,
  by: Scoped,
): Promise<(MomentRow & { images: ReviewImageRow[] }) | null> {
  const scope = scopeSql(by, 3);
  const sql = MOMENT_WITH_IMAGES + scope.and('m."clientId"');
  return findMomentBySql(manager, sql, [momentId, limit ?? null, offset, ...scope.values]);
}

/** An image; `null` if there is none. */
export async function findImageRow(manager: EntityManager, id: string): Promise<ImageRow | null> {
  const [row] = await manager.query<ImageRow[]>(BY_ID, [id]);
  return row ?? null;
}

/** Puts the images of a moment into this order. In two steps, because no two images may have one position at any time. */
export async function writePositions(manager: EntityManager, momentId: string, imageIds: string[]): Promise<void> {
  const set = (position: string): Promise<unknown> =>
    manager.query(
      `UPDATE images SET "position" = ${position}
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted ("id", "place")
       WHERE images."id" = wanted."id" AND images."momentId" = $1`,
      [momentId, imageIds],
    );
  await set('-wanted."place"');
  await set('wanted."place" - 1');
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
