import type { DataSource } from 'typeorm';
import { scopeSql, type Scoped, type ScopeSql } from '../access/scope.js';
import {
  SEARCH_RESULTS,
  type FoundAgency,
  type FoundClient,
  type FoundMoment,
  type FoundOptimization,
} from '../contract/search.js';
import { coverSql, type Cover } from '../moments/covers.queries.js';
import { likeText, nameContains } from '../platform/database/sql.js';

// Measured with 100,000 moments, 20,000 clients and 20,000 optimizations: 10 to 20 ms on two busy cores, 35 ms for
// two rare letters.

/** Candidates per index, from which the best matches are chosen. */
const CANDIDATES = 500;
/** How many of the newest records are searched for the newest matches, if there are more. */
const NEWEST = 1000;
/** Like `NEWEST`, for a text that is too short for trigrams. */
const NEWEST_WITHOUT_TRIGRAMS = 10_000;
/** Letters that make a trigram. */
const TRIGRAM = 3;

type Searched = 'clients' | 'moments' | 'optimizations' | 'agencies';

function isWithin(table: Searched, scope: ScopeSql): string {
  if (table === 'clients') return scope.and('"id"');
  return table === 'agencies' ? scope.and('"id"', 'agency') : scope.and('"clientId"');
}

/**
 * A way to compare names with the text: $1 is the text with escaped wildcards, $2 whether it is long enough for
 * trigrams.
 */
interface Comparison {
  /** The first matches by each index, with a rank; higher is better. */
  matches: (table: Searched, scope: ScopeSql) => string;
  rank: string;
}

const STARTS_WITH = `"searchText" LIKE search_text($1) || '%'`;
/** In the embedded database, only Latin letters and digits make trigrams. */
const HAS_TRIGRAMS = `$2::boolean AND show_trgm(search_text($1)) <> '{}'`;

const candidates = (rank: string, from: string, condition: string) =>
  `(SELECT "id", "createdAt", ${rank} AS "rank" FROM ${from} WHERE ${condition} LIMIT ${CANDIDATES})`;

/**
 * Names that contain the text, by three indexes: names that begin with it, names that contain it, and the newest
 * records.
 */
const CONTAINED: Comparison = {
  rank: `(${STARTS_WITH})::int`,
  matches: (table, scope) => {
    const within = isWithin(table, scope);
    const newest = `(
      SELECT "id", "createdAt", "searchText" FROM ${table} WHERE true${within} ORDER BY "createdAt" DESC, "id"
      LIMIT CASE WHEN ${HAS_TRIGRAMS} THEN ${NEWEST} ELSE ${NEWEST_WITHOUT_TRIGRAMS} END
    ) newest`;
    return [
      candidates(CONTAINED.rank, table, STARTS_WITH + within),
      candidates(CONTAINED.rank, table, `${HAS_TRIGRAMS} AND ${nameContains(table, '$1')}${within}`),
      candidates(CONTAINED.rank, newest, nameContains('newest', '$1')),
    ].join('\n UNION ALL ');
  },
};

/** Similar names, by the trigrams that they share with the text. */
const SIMILAR: Comparison = {
  rank: 'strict_word_similarity(search_text($1), "searchText")',
  matches: (table, scope) =>
    candidates(SIMILAR.rank, table, `${HAS_TRIGRAMS} AND "searchText" %> search_text($1)${isWithin(table, scope)}`),
};

/** The best matches; $3 is how many. */
function best(found: string): string {
  return `(
    SELECT "id", "createdAt", max("rank") AS "rank" FROM (${found}) found
    GROUP BY "id", "createdAt" ORDER BY "rank" DESC, "createdAt" DESC, "id" LIMIT $3
  ) best`;
}

/** The statements of a search. The parameters of the scope come last. */
function statements({ matches, rank }: Comparison, reader: Scoped) {
  const [scope, scopeOfMoments] = [scopeSql(reader, 3), scopeSql(reader, 4)];
  const order = 'ORDER BY best."rank" DESC, best."createdAt" DESC, best."id"';
  /** $4 are the clients within the scope whose moments match as well. */
  const ofClients = `
    SELECT newest."id", newest."createdAt", ${rank}
    FROM clients client CROSS JOIN LATERAL (
      SELECT "id", "createdAt" FROM moments WHERE "clientId" = client."id" ORDER BY "createdAt" DESC LIMIT $3
    ) newest
    WHERE client."id" = ANY($4::uuid[])`;
  return {
    scope: scope.values,
    clients: `SELECT "id", "business" FROM ${best(matches('clients', scope))} JOIN clients USING ("id") ${order}`,
    optimizations: `SELECT "id", "title" AS "businessName", "status"
      FROM ${best(matches('optimizations', scope))} JOIN optimizations USING ("id") ${order}`,
    agencies: `SELECT "id", "name" FROM ${best(matches('agencies', scope))} JOIN agencies USING ("id") ${order}`,
    moments: `
      SELECT m."id", m."title", m."status", c."business", ${coverSql('"momentId" = m."id"')} AS "cover"
      FROM ${best(`${matches('moments', scopeOfMoments)} UNION ALL ${ofClients}`)}
      JOIN moments m ON m."id" = best."id" JOIN clients c ON c."id" = m."clientId" ${order}`,
  };
}

/** A moment that was found, with the file of its first image. */
export type FoundMomentRow = Omit<FoundMoment, 'coverUrl'> & { cover: Cover | null };

export interface SearchRows {
  moments: FoundMomentRow[];
  clients: FoundClient[];
  optimizations: FoundOptimization[];
  agencies: FoundAgency[];
}

/** Matching clients whose moments are found as well, at most. */
const BUSINESSES = 50;

/** The best matches of each kind within the scope for a text that is not blank: names that contain it. */
export async function findByText(db: DataSource, text: string, reader: Scoped): Promise<SearchRows> {
  const words = textParameters(text);
  const { scope, ...sql } = statements(CONTAINED, reader);
  const [clients, optimizations, agencies] = await Promise.all([
    db.query<FoundClient[]>(sql.clients, [...words, BUSINESSES, ...scope]),
    db.query<FoundOptimization[]>(sql.optimizations, [...words, SEARCH_RESULTS, ...scope]),
    db.query<FoundAgency[]>(sql.agencies, [...words, SEARCH_RESULTS, ...scope]),
  ]);
  const ids = clients.map(({ id }) => id);
  const moments = await db.query<FoundMomentRow[]>(sql.moments, [...words, SEARCH_RESULTS, ids, ...scope]);
  return { moments, clients: clients.slice(0, SEARCH_RESULTS), optimizations, agencies };
}

/** Minimum word similarity (pg_trgm): finds a word of five letters with one wrong letter. */
const SIMILARITY = '0.4';

/** The most similar names within the scope, for a text that no name contains. */
export function findSimilar(db: DataSource, text: string, reader: Scoped): Promise<SearchRows> {
  const words = textParameters(text);
  const { scope, ...sql } = statements(SIMILAR, reader);
  const values = [...words, SEARCH_RESULTS, ...scope];
  // In a transaction, since the setting is local to it.
  return db.transaction(async (manager) => {
    await manager.query(`SELECT set_config('pg_trgm.word_similarity_threshold', $1, true)`, [SIMILARITY]);
    const clients = await manager.query<FoundClient[]>(sql.clients, values);
    const ids = clients.map(({ id }) => id);
    return {
      clients,
      moments: await manager.query<FoundMomentRow[]>(sql.moments, [...words, SEARCH_RESULTS, ids, ...scope]),
      optimizations: await manager.query<FoundOptimization[]>(sql.optimizations, values),
      agencies: await manager.query<FoundAgency[]>(sql.agencies, values),
    };
  });
}

/** The first parameters of each statement. */
function textParameters(text: string): [text: string, hasTrigrams: boolean] {
  return [likeText(text), [...text].length >= TRIGRAM];
}
