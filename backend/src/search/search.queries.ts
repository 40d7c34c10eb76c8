import type { DataSource } from 'typeorm';
import {
  SEARCH_RESULTS,
  type FoundAgency,
  type FoundClient,
  type FoundMoment,
  type FoundOptimization,
} from '../contract/search.js';
import { likeText } from '../platform/database/sql.js';

// With 100,000 moments, 20,000 clients and as many optimizations: 10 to 20 ms on two busy cores, 35 ms for two rare letters.

/** Matches of each way to find them, of which the best are taken. */
const CANDIDATES = 500;
/** The newest records, which are looked through for the newest matches where there are more than that. */
const NEWEST = 1000;
/** As many where there are no trigrams to search by. */
const NEWEST_WITHOUT_TRIGRAMS = 10_000;
/** Letters that make a trigram. */
const TRIGRAM = 3;

/** Where $1 is the text with escaped wildcards. */
const startsWith = (column: string) => `lower(${column}) LIKE lower($1) || '%'`;
const contains = (column: string) => `lower(${column}) LIKE '%' || lower($1) || '%'`;
/** $2 is whether it is long enough. In the embedded database, only Latin letters and digits make trigrams. */
const HAS_TRIGRAMS = `$2::boolean AND show_trgm($1) <> '{}'`;

/** Selects matches by three indexes: of what begins with the text, of what contains it, and of the newest records. */
function matches(table: string, column: string): string {
  const candidates = (from: string, condition: string) =>
    `(SELECT "id", "createdAt", ${startsWith(column)} AS "starts" FROM ${from} WHERE ${condition} LIMIT ${CANDIDATES})`;
  const newest = `(
    SELECT "id", "createdAt", ${column} FROM ${table} ORDER BY "createdAt" DESC, "id"
    LIMIT CASE WHEN ${HAS_TRIGRAMS} THEN ${NEWEST} ELSE ${NEWEST_WITHOUT_TRIGRAMS} END
  ) newest`;
  return [
    candidates(table, startsWith(column)),
    candidates(table, `${HAS_TRIGRAMS} AND ${column} ILIKE '%' || $1 || '%'`),
    candidates(newest, contains(column)),
  ].join('\n UNION ALL ');
}

/** The best matches; $3 is how many. */
function best(found: string): string {
  return `(
    SELECT "id", "createdAt", bool_or("starts") AS "starts" FROM (${found}) found
    GROUP BY "id", "createdAt" ORDER BY "starts" DESC, "createdAt" DESC, "id" LIMIT $3
  ) best`;
}

const ORDER = 'ORDER BY best."starts" DESC, best."createdAt" DESC, best."id"';

const CLIENTS = `SELECT "id", "business" FROM ${best(matches('clients', '"business"'))}
  JOIN clients USING ("id") ${ORDER}`;
const OPTIMIZATIONS = `SELECT "id", "businessName", "status" FROM ${best(matches('gmb_optimizations', '"businessName"'))}
  JOIN gmb_optimizations USING ("id") ${ORDER}`;
const AGENCIES = `SELECT "id", "name" FROM ${best(matches('agencies', '"name"'))} JOIN agencies USING ("id") ${ORDER}`;

/** $4 are the clients whose moments match as well. */
const OF_CLIENTS = `
  SELECT newest."id", newest."createdAt", ${startsWith('client."business"')}
  FROM clients client CROSS JOIN LATERAL (
    SELECT "id", "createdAt" FROM moments WHERE "clientId" = client."id" ORDER BY "createdAt" DESC LIMIT $3
  ) newest
  WHERE client."id" = ANY($4::uuid[])`;
const MOMENTS = `
  SELECT m."id", m."title", m."status", c."business", (
    SELECT json_build_object('fileId', "fileId", 'extension', "extension") FROM images
    WHERE "momentId" = m."id" ORDER BY "position" LIMIT 1
  ) AS "cover"
  FROM ${best(`${matches('moments', '"title"')} UNION ALL ${OF_CLIENTS}`)}
  JOIN moments m ON m."id" = best."id" JOIN clients c ON c."id" = m."clientId" ${ORDER}`;

/** A moment that was found, with the file of its first image. */
export type FoundMomentRow = Omit<FoundMoment, 'coverUrl'> & { cover: { fileId: string; extension: string } | null };

export interface Found {
  moments: FoundMomentRow[];
  clients: FoundClient[];
  optimizations: FoundOptimization[];
  agencies: FoundAgency[];
}

/** Clients whose moments are found by their business. */
const BUSINESSES = 50;

/** The best matches of each kind for a text that is not blank. */
export async function findByText(db: DataSource, text: string): Promise<Found> {
  const words = [likeText(text), [...text].length >= TRIGRAM];
  const [clients, optimizations, agencies] = await Promise.all([
    db.query<FoundClient[]>(CLIENTS, [...words, BUSINESSES]),
    db.query<FoundOptimization[]>(OPTIMIZATIONS, [...words, SEARCH_RESULTS]),
    db.query<FoundAgency[]>(AGENCIES, [...words, SEARCH_RESULTS]),
  ]);
  const ids = clients.map(({ id }) => id);
  const moments = await db.query<FoundMomentRow[]>(MOMENTS, [...words, SEARCH_RESULTS, ids]);
  return { moments, clients: clients.slice(0, SEARCH_RESULTS), optimizations, agencies };
}
