import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Rows removed by one statement: few enough to hold nobody up. */
const BATCH = 1000;

/** What is not kept for ever, and for how long. History, decisions and content are kept until staff delete them. */
const OUTDATED = [
  // Their cookies have run out as well.
  { table: 'sessions', where: `"expire" < now()` },
  // Counts of logins and calls in a time that is over.
  { table: 'rate_limits', where: `"expire" < extract(epoch FROM now()) * 1000` },
  // An upload is repeated within minutes, or not at all.
  { table: 'idempotency_keys', where: `"createdAt" < now() - interval '1 day'` },
  // What a run did stands in the history; its count and errors are of interest while it is fresh.
  { table: 'caption_runs', where: `"endedAt" < now() - interval '30 days'` },
  { table: 'optimization_runs', where: `"endedAt" < now() - interval '30 days'` },
];

/** Removes rows that nobody needs any more. Any number of workers may do so at once. */
@Injectable()
export class RetentionService {
  constructor(private readonly db: DataSource) {}

  async removeOutdated(): Promise<void> {
    for (const { table, where } of OUTDATED) {
      let removed = BATCH;
      while (removed === BATCH) {
        [, removed] = await this.db.query<[unknown, number]>(
          `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
        );
      }
    }
  }
}
