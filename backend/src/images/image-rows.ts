import type { EntityManager } from 'typeorm';
import { Edits } from '../common/edits.js';
import type { PageQuery } from '../contract/paging.js';
import { prepared } from '../database/prepared.js';
import { firstMoment, MOMENT_COLUMNS, MOMENT_FROM, type MomentRow } from '../moments/moment-row.js';
import { Image } from './image.entity.js';

/** What reviewers see of an image. */
export type ReviewImageRow = Pick<Image, (typeof REVIEW_COLUMNS)[number]>;

/** An image as it stands in the database. */
export type ImageRow = Pick<Image, (typeof COLUMNS)[number]> & { captionEdits: EditsRow; addressEdits: EditsRow };

interface EditsRow {
  revision: number;
  editor: string | null;
}

const REVIEW_COLUMNS = [
  'id',
  'momentId',
  'position',
  'fileId',
  'extension',
  'width',
  'height',
  'title',
  'description',
  'status',
  'feedback',
  'version',
] as const satisfies (keyof Image)[];
const COLUMNS = [
  ...REVIEW_COLUMNS,
  'fileName',
  'exifKeywords',
  'geoAltDescription',
  'address',
  'captionProvider',
  'takenAt',
  'createdAt',
] as const satisfies (keyof Image)[];

const EDITS = ['captionRevision', 'captionEditor', 'addressRevision', 'addressEditor'] as const;

/** Columns of an image, for a statement over `images` alone. */
export const IMAGE_COLUMNS = quoted([...COLUMNS, ...EDITS]);

// Every page with pictures, every live event and every caption asks one of these; by the ORM they would take twice as long.
const SELECT = `SELECT ${IMAGE_COLUMNS} FROM images`;
const BY_ID = prepared('image', `${SELECT} WHERE "id" = $1`);
const OF_MOMENT = prepared(
  'images of moment',
  `${SELECT} WHERE "momentId" = $1 ORDER BY "position" LIMIT $2 OFFSET $3`,
);
const MOMENT_WITH_IMAGES = prepared(
  'moment with images',
  `SELECT ${MOMENT_COLUMNS}, (
    SELECT coalesce(json_agg(i), '[]') FROM (
      SELECT ${quoted(REVIEW_COLUMNS)} FROM images WHERE "momentId" = m."id" ORDER BY "position" LIMIT $2 OFFSET $3
    ) i
  ) AS "images" ${MOMENT_FROM} WHERE m."id" = $1`,
);

/** A part of a moment's images, or all of them, in their order. */
export async function imagesOf(
  manager: EntityManager,
  momentId: string,
  { limit = undefined, offset = 0 }: PageQuery,
): Promise<ImageRow[]> {
  return (await manager.query<ImageRecord[]>(OF_MOMENT, [momentId, limit ?? null, offset])).map(imageRow);
}

/** A moment, if there is one, and a part of its images, or all of them, in their order. */
export function seekMomentWithImages(
  manager: EntityManager,
  momentId: string,
  { limit = undefined, offset = 0 }: PageQuery,
): Promise<(MomentRow & { images: ReviewImageRow[] }) | null> {
  return firstMoment(manager, MOMENT_WITH_IMAGES, [momentId, limit ?? null, offset]);
}

/** One image, if there is one. */
export async function seekImage(manager: EntityManager, id: string): Promise<ImageRow | null> {
  const [row] = await manager.query<ImageRecord[]>(BY_ID, [id]);
  return row ? imageRow(row) : null;
}

/** One image, if there is one, with all that may happen to it. */
export async function loadImage(manager: EntityManager, id: string): Promise<Image | null> {
  const [row] = await manager.query<ImageRecord[]>(BY_ID, [id]);
  return row ? imageFrom(row) : null;
}

/** The image that a row of `IMAGE_COLUMNS` is. */
export function imageFrom(record: ImageRecord): Image {
  const row = imageRow(record);
  const captionEdits = Object.assign(new Edits(), row.captionEdits);
  const addressEdits = Object.assign(new Edits(), row.addressEdits);
  return Object.assign(new Image(), row, { captionEdits, addressEdits });
}

// What an image is born with stays.
const WRITTEN = [...COLUMNS, ...EDITS].filter((column) => !['id', 'momentId', 'createdAt'].includes(column));
const UPDATE = prepared(
  'update image',
  `UPDATE images SET ${WRITTEN.map((column, index) => `"${column}" = $${index + 2}`).join(', ')} WHERE "id" = $1`,
);

/** Writes a changed image, whose row must be locked, and whose moment's must. */
export async function writeImage(manager: EntityManager, image: Image): Promise<void> {
  const { captionEdits, addressEdits } = image;
  const flat: Omit<ImageRecord, 'id' | 'momentId' | 'createdAt'> = {
    ...image,
    captionRevision: captionEdits.revision,
    captionEditor: captionEdits.editor,
    addressRevision: addressEdits.revision,
    addressEditor: addressEdits.editor,
  };
  await manager.query(UPDATE, [image.id, ...WRITTEN.map((column) => flat[column as keyof typeof flat])]);
}

/** A row of `IMAGE_COLUMNS`. */
export type ImageRecord = Pick<Image, (typeof COLUMNS)[number]> & {
  captionRevision: number;
  captionEditor: string | null;
  addressRevision: number;
  addressEditor: string | null;
};

function imageRow({ captionRevision, captionEditor, addressRevision, addressEditor, ...row }: ImageRecord): ImageRow {
  return {
    ...row,
    captionEdits: { revision: captionRevision, editor: captionEditor },
    addressEdits: { revision: addressRevision, editor: addressEditor },
  };
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
