import type { EntityManager } from 'typeorm';
import type { PageQuery } from '../contract/paging.js';
import type { Image } from './image.entity.js';

/** What views show of an image. */
export type ImageRow = Pick<Image, (typeof COLUMNS)[number]> & { captionEdits: EditsRow; addressEdits: EditsRow };

interface EditsRow {
  revision: number;
  editor: string | null;
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
  'title',
  'description',
  'exifKeywords',
  'geoAltDescription',
  'address',
  'captionProvider',
  'status',
  'feedback',
  'version',
  'createdAt',
] as const satisfies (keyof Image)[];

const EDITS = ['captionRevision', 'captionEditor', 'addressRevision', 'addressEditor'];

// Every page with pictures and every live event asks it; by the ORM it would take twice as long.
const SELECT = `SELECT ${[...COLUMNS, ...EDITS].map((column) => `"${column}"`).join(', ')} FROM images`;

/** A part of a moment's images, or all of them, in their order. */
export async function imagesOf(
  manager: EntityManager,
  momentId: string,
  { limit = undefined, offset = 0 }: PageQuery,
): Promise<ImageRow[]> {
  const part = 'WHERE "momentId" = $1 ORDER BY "position" LIMIT $2 OFFSET $3';
  return (await manager.query<FlatRow[]>(`${SELECT} ${part}`, [momentId, limit ?? null, offset])).map(imageRow);
}

/** One image, if there is one. */
export async function seekImage(manager: EntityManager, id: string): Promise<ImageRow | null> {
  const [row] = await manager.query<FlatRow[]>(`${SELECT} WHERE "id" = $1`, [id]);
  return row ? imageRow(row) : null;
}

type FlatRow = Pick<Image, (typeof COLUMNS)[number]> & {
  captionRevision: number;
  captionEditor: string | null;
  addressRevision: number;
  addressEditor: string | null;
};

function imageRow({ captionRevision, captionEditor, addressRevision, addressEditor, ...row }: FlatRow): ImageRow {
  return {
    ...row,
    captionEdits: { revision: captionRevision, editor: captionEditor },
    addressEdits: { revision: addressRevision, editor: addressEditor },
  };
}
