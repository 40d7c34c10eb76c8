import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Scoped } from '../access/scope.js';
import {
  HISTORY_PAGE,
  parseCursor,
  type HistoryFeedEntry,
  type HistoryFeedQuery,
  type HistoryFeedView,
} from '../contract/history-feed.js';
import { presentHistory } from '../history/history.js';
import { conflict, invalid } from '../platform/http/errors.js';
import { readFeed, type FeedRow } from './history-feed.queries.js';
import { reviewIdFields } from './review-names.js';

/** The history of all moments and optimizations, for programs that poll it with a cursor. */
@Injectable()
export class HistoryFeedService {
  constructor(private readonly db: DataSource) {}

  /**
   * The oldest entries first. A program that follows the cursors receives each entry exactly once, in whatever order
   * entries are committed. After a restore from a backup entries may come again, with the same ids.
   * @throws AppError 400, 409 CURSOR_OUTDATED
   */
  async read(
    { since = null, cursor, limit = HISTORY_PAGE }: HistoryFeedQuery,
    reader: Scoped,
  ): Promise<HistoryFeedView> {
    const after = cursor === undefined ? null : parseCursor(cursor);
    if (after && since !== null) throw bothGiven();
    const { server, unended, rows } = await readFeed(this.db.manager, reader, { after, since, count: limit + 1 });
    if (after && after.server !== server) throw cursorOutdated();
    const shown = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = shown.at(-1);
    // At the end, the cursor skips the entries outside the scope, so that the next request does not read them again.
    const place = hasMore && last ? [last.transactionId, last.id] : [unended, '0'];
    return { entries: shown.map((row) => presentEntry(row, reader)), cursor: [server, ...place].join('-'), hasMore };
  }
}

function presentEntry(row: FeedRow, reader: Scoped): HistoryFeedEntry {
  return { ...presentHistory(row, reader), clientId: row.clientId, ...reviewIdFields(row) };
}

function bothGiven(): Error {
  return invalid([{ field: 'since', message: 'since must not be given with a cursor, which says where to go on' }]);
}

function cursorOutdated(): Error {
  const message =
    'This cursor was given by another database server, from which this system was restored. Begin again with since: entries that you read before have the ids that they had.';
  return conflict('CURSOR_OUTDATED', message);
}
