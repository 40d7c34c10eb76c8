import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { MayBeMissing, Rule } from './field-rules.js';
import { Instant, WholeNumber } from './fields.js';
import type { HistoryEntry } from './history.js';

/** Entries of one answer, unless it asks for fewer. */
export const HISTORY_PAGE = 200;

const CURSOR = /^(\d{1,20})-(\d{1,20})-(\d{1,19})$/;
const XID_MAX = 2n ** 64n - 1n;
const ID_MAX = 2n ** 63n - 1n;

/** A position in the feed: the database server, a transaction, and an entry of it. */
export interface HistoryPlace {
  server: string;
  transactionId: string;
  entryId: string;
}

/** The position of a cursor; `null` for an invalid one. */
export function parseCursor(cursor: string): HistoryPlace | null {
  const [, server, transactionId, entryId] = CURSOR.exec(cursor) ?? [];
  if (server === undefined || transactionId === undefined || entryId === undefined) return null;
  if (BigInt(transactionId) > XID_MAX || BigInt(entryId) > ID_MAX) return null;
  return { server, transactionId, entryId };
}

/** The cursor of an answer; optional. */
function Cursor(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, pattern: CURSOR.source }),
    MayBeMissing(),
    Rule('cursor', (text) => parseCursor(text) !== null, {
      message: '$property must be the cursor of an answer of this request',
    }),
  );
}

/** Which part of all histories is returned: from a time on, after a cursor, or with neither from the beginning. */
export class HistoryFeedQuery {
  @Instant()
  since?: string | null;

  /** The `cursor` of the last answer; `since` is not given with it. */
  @Cursor()
  cursor?: string;

  /** Entries of the answer; 200 without it. */
  @WholeNumber({ min: 1, max: 1000 })
  limit?: number;
}

/** An entry with the review and the client that it is about. */
export interface HistoryFeedEntry extends HistoryEntry {
  clientId: string;
  momentId: string | null;
  optimizationId: string | null;
}

/** A part of all histories, the oldest entry first. */
export interface HistoryFeedView {
  entries: HistoryFeedEntry[];
  /** Asks for what comes after these entries. */
  cursor: string;
  /** Whether there is more already. */
  hasMore: boolean;
}
