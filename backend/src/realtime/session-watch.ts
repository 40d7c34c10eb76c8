import { Injectable, Logger } from '@nestjs/common';
import { catchError, EMPTY, exhaustMap, from, interval, mergeAll, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { findEndedSessions } from '../users/credentials.queries.js';

/** Interval of the query that finds expired sessions, for which there is no event. */
const CHECK_MS = 10_000;

/** Checks whether the sessions of live connections are still valid. */
@Injectable()
export class SessionWatch {
  private readonly logger = new Logger('SessionWatch');

  constructor(private readonly db: DataSource) {}

  /** Emits the ids of sessions that have expired, were removed, or have an outdated credential version. */
  watchEnded(current: () => string[]): Observable<string> {
    const check = async (): Promise<string[]> => {
      const sessionIds = current();
      return sessionIds.length > 0 ? findEndedSessions(this.db.manager, sessionIds) : [];
    };
    return interval(CHECK_MS).pipe(
      // If the database is unavailable, the next query finds them.
      exhaustMap(() => from(check()).pipe(catchError((error: unknown) => this.ignore(error)))),
      mergeAll(),
    );
  }

  private ignore(error: unknown): Observable<never> {
    this.logger.debug(`Failed to look sessions up, which is tried again in ${CHECK_MS} ms: ${String(error)}`);
    return EMPTY;
  }
}
