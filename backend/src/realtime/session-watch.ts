import { Injectable, Logger } from '@nestjs/common';
import { catchError, EMPTY, exhaustMap, from, interval, mergeAll, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { findEndedSessions } from '../users/credentials.queries.js';

/** No event says that a session has expired: one small query per process finds it within this time. */
const CHECK_MS = 10_000;

/** Checks whether the sessions of live connections are still valid. */
@Injectable()
export class SessionWatch {
  private readonly logger = new Logger('SessionWatch');

  constructor(private readonly db: DataSource) {}

  /** Each of the given sessions that has run out, was removed, or has an outdated credential version. */
  ended(current: () => string[]): Observable<string> {
    const check = async (): Promise<string[]> => {
      const sessionIds = current();
      return sessionIds.length > 0 ? findEndedSessions(this.db.manager, sessionIds) : [];
    };
    return interval(CHECK_MS).pipe(
      // While the database is unavailable nothing is known: the next query finds out.
      exhaustMap(() => from(check()).pipe(catchError((error: unknown) => this.ignore(error)))),
      mergeAll(),
    );
  }

  private ignore(error: unknown): Observable<never> {
    this.logger.debug(`Failed to look sessions up, which is tried again in ${CHECK_MS} ms: ${String(error)}`);
    return EMPTY;
  }
}
