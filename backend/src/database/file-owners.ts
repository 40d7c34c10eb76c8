import { imageKeys, logoKey } from '../platform/storage/keys.js';

/** The first segments of the keys of all stored files; the second is the file id. */
export const FILE_ROOTS = ['images', 'logos'] as const;
export type FileRoot = (typeof FILE_ROOTS)[number];

/** Rows that own stored files: at most one file id each. All fields except `table` and `root` are SQL expressions. */
interface FileOwner {
  table: string;
  root: FileRoot;
  /** The file id as text; NULL in rows without files. Also valid in databases of earlier versions. */
  fileId: string;
  /** Condition: the row has the file id $1. Uses an index on large tables. */
  hasFileId: string;
  /** Describes the row in messages. */
  words: string;
  extension?: string;
  /** Size and SHA-256 of the original as text, if they are known. */
  bytes?: string;
  sha256?: string;
}

// The triggers that schedule removals list these rows as well (migrations).
const FILE_OWNERS: FileOwner[] = [
  {
    table: 'images',
    root: 'images',
    fileId: `"fileId"::text`,
    hasFileId: `"fileId" = $1::uuid`,
    words: `'image ' || "id" || ' of moment ' || "momentId"`,
    extension: '"extension"',
    bytes: `"bytes"::text`,
    sha256: `"sha256"`,
  },
  {
    table: 'images',
    root: 'images',
    // The rejected version may have the same picture as the image.
    fileId: `nullif("earlier"->>'fileId', "fileId"::text)`,
    hasFileId: `"earlier" IS NOT NULL AND "earlier"->>'fileId' = ($1::uuid)::text`,
    words: `'the earlier version of image ' || "id" || ' of moment ' || "momentId"`,
    extension: `"earlier"->>'extension'`,
    bytes: `"earlier"->>'bytes'`,
    sha256: `"earlier"->>'sha256'`,
  },
  {
    table: 'agencies',
    root: 'logos',
    fileId: `"logoFileId"::text`,
    hasFileId: `"logoFileId" = $1::uuid`,
    words: `'agency ' || "id"`,
  },
  {
    table: 'settings',
    root: 'logos',
    fileId: `"logoFileId"::text`,
    hasFileId: `"logoFileId" = $1::uuid`,
    words: `'settings'`,
  },
];

/** The keys of the files of a file id. `bytes` and `sha256` are those of the first one, the original. */
const KEYS: Record<FileRoot, (fileId: string, extension: string) => string[]> = {
  images: (fileId, extension) => {
    const { original, preview, thumbnail } = imageKeys(fileId, extension);
    return [original, preview, thumbnail];
  },
  logos: (fileId) => [logoKey(fileId)],
};

/** A file that belongs to a row. */
export interface OwnedFile {
  key: string;
  /** Describes the row in messages. */
  owner: string;
  /** Bytes that it must have, and their SHA-256; `null` if they are not known. */
  size: number | null;
  sha256: string | null;
}

/** A row of `OWNERS`. */
export interface FileOwnerRow {
  root: FileRoot;
  fileId: string;
  extension: string;
  owner: string;
  bytes: string | null;
  sha256: string | null;
}

/** Query of all rows that own files, for `filesOf`. */
export const OWNERS = FILE_OWNERS.map(
  ({ table, root, fileId, words, extension = `''`, bytes = 'NULL', sha256 = 'NULL' }) =>
    `SELECT '${root}' AS "root", ${fileId} AS "fileId", ${extension} AS "extension", ${words} AS "owner",
       ${bytes} AS "bytes", ${sha256} AS "sha256" FROM ${table} WHERE ${fileId} IS NOT NULL`,
).join(' UNION ALL ');

/** The files of a row of `OWNERS`. */
export function filesOf({ root, fileId, extension, owner, bytes, sha256 }: FileOwnerRow): OwnedFile[] {
  const [original, ...others] = KEYS[root](fileId, extension);
  return [
    { key: original!, owner, size: bytes === null ? null : Number(bytes), sha256 },
    ...others.map((key) => ({ key, owner, size: null, sha256: null })),
  ];
}

/** Queries of the folders that rows own, each with the table that it reads. */
export const OWNED_FOLDERS = FILE_OWNERS.map(({ table, root, fileId }) => ({
  table,
  query: `SELECT '${root}/' || ${fileId} AS "folder" FROM ${table} WHERE ${fileId} IS NOT NULL`,
}));

/** Query of the folders that any row owns. */
export const ALL_OWNED_FOLDERS = OWNED_FOLDERS.map(({ query }) => query).join(' UNION ALL ');

/** Query of one row, whether any row owns files: `hasFiles`. */
export const HAS_FILES = `SELECT ${FILE_OWNERS.map(
  ({ table, fileId }) => `EXISTS (SELECT FROM ${table} WHERE ${fileId} IS NOT NULL)`,
).join(' OR ')} AS "hasFiles"`;

/** Query of the rows that own the file id $1 below a root. */
export function rowsOwning(root: FileRoot): string {
  const owners = FILE_OWNERS.filter((owner) => owner.root === root);
  return owners.map(({ table, hasFileId }) => `SELECT 1 FROM ${table} WHERE ${hasFileId}`).join(' UNION ALL ');
}

/**
 * The root and the file id of a key or folder of the product.
 * @throws Error if it lies below no root, which is a programming error
 */
export function partsOf(key: string): { root: FileRoot; fileId: string } {
  const [first, fileId = ''] = key.split('/');
  const root = FILE_ROOTS.find((one) => one === first);
  if (!root) throw new Error(`${key} lies below no root of stored files`);
  return { root, fileId };
}
