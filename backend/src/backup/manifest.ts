import { z } from 'zod';

/**
 * What an archive holds, in this order:
 * `manifest.json`, `tables/<name>.copy` (PostgreSQL's COPY format), `files/<key>`, perhaps `missing.txt`, and `SHA256SUMS`
 * of all of them, so that an archive without the last one is incomplete.
 */
export const FORMAT = 1;
export const PRODUCT = 'GMB Moments';
export const MANIFEST = 'manifest.json';
export const MISSING = 'missing.txt';
export const SUMS = 'SHA256SUMS';

const NAME = z.string().regex(/^\w+$/);

const Table = z.object({
  name: NAME,
  columns: z.array(NAME).min(1),
  rows: z.number().int().min(0),
  /** The column that numbers its rows, and the number of the next one. */
  identity: z.object({ column: NAME, next: z.string().regex(/^\d+$/) }).nullable(),
});

/** A table as it was: the columns in the order of the archive. */
export type TableRecord = z.infer<typeof Table>;

export const Manifest = z.object({
  product: z.literal(PRODUCT),
  format: z.number().int(),
  /** Of the product that made the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Applied, in their order. */
  migrations: z.array(z.string()).min(1),
  /** In the order in which they depend on each other. */
  tables: z.array(Table),
});

/** What the first entry of an archive says about the rest. */
export type Manifest = z.infer<typeof Manifest>;

export function tableEntry(table: string): string {
  return `tables/${table}.copy`;
}

const FILES = 'files/';

export function fileEntry(key: string): string {
  return FILES + key;
}

/** The key of a stored file; `null` for any other entry. */
export function keyOf(entry: string): string | null {
  return entry.startsWith(FILES) ? entry.slice(FILES.length) : null;
}
