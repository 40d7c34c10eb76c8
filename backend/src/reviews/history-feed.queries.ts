import type { EntityManager } from 'typeorm';
import { scopeSql, type Scoped, type ScopeSql } from '../access/scope.js';
import type { HistoryPlace } from '../contract/history-feed.js';
import type { HistoryRow } from '../history/history.js';
import type { ReviewRef } from './review-names.js';

/**
 * Entries of all reviews, ordered by the transaction that appended them; with the id of the database server, which
 * numbers transactions, and the first transaction that had not ended. Entries of that transaction and of later ones
 * are left out, because they may become visible in another order than that of their ids. So a reader that continues
 * after a cursor misses nothing; a long transaction delays the feed until it ends. An index has this order: a page is
 * read equally fast wherever it begins.
 */
const feed = ({ and }: ScopeSql) => `
  SELECT server."system_identifier"::text AS "server", pg_snapshot_xmin(pg_current_snapshot())::text AS "unended", entry.*
  FROM pg_control_system() server LEFT JOIN (
    SELECT h."id", h."reviewId", h."itemId", h."itemName", h."action", h."actor", h."actorName", h."changes", h."feedback", h."at",
      h."transactionId"::text AS "transactionId", reviews."kind", reviews."clientId"
    FROM history h JOIN reviews ON reviews."id" = h."reviewId"
    WHERE h."transactionId" < pg_snapshot_xmin(pg_current_snapshot())
      AND (h."transactionId", h."id") > ($1::xid8, $2::bigint) AND h."at" >= $3::timestamptz${and('reviews."clientId"')}
    ORDER BY h."transactionId", h."id" LIMIT $4
  ) entry ON true ORDER BY entry."transactionId"::xid8, entry."id"`;

/** An entry with its client and its position in the feed. */
export interface FeedRow extends HistoryRow, Pick<ReviewRef, 'kind'> {
  clientId: string;
  transactionId: string;
}

interface Feed {
  server: string;
  /** The first transaction that had not ended. */
  unended: string;
  rows: FeedRow[];
}

/** The first `count` entries within the scope after a position, or from a time on. */
export async function readFeed(
  manager: EntityManager,
  reader: Scoped,
  { after, since, count }: { after: HistoryPlace | null; since: string | null; count: number },
): Promise<Feed> {
  const scope = scopeSql(reader, 4);
  const { transactionId = '0', entryId = '0' } = after ?? {};
  const parameters = [transactionId, entryId, since ?? '-infinity', count, ...scope.values];
  const rows = await manager.query<(FeedRow & Omit<Feed, 'rows'>)[]>(feed(scope), parameters);
  const { server, unended } = rows[0]!;
  return { server, unended, rows: rows.filter(({ id }) => id !== null) };
}
