import { Injectable, Logger } from '@nestjs/common';
import { catchError, EMPTY, exhaustMap, from, interval, mergeAll, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { VALID_SESSIONS } from '../auth/session.js';

/** A session that runs out is announced by nobody. One small question per process finds it within this time. */
const LOOK_MS = 10_000;

/** Looks whether the sessions behind live connections are still valid. */
@Injectable()
export class SessionWatch {
  private readonly logger = new Logger('SessionWatch');

  constructor(private readonly db: DataSource) {}

  /** Each of the given sessions that has run out, was removed, or has an outdated credential version. */
  ended(current: () => string[]): Observable<string> {
    const look = async (): Promise<string[]> => {
      const sessionIds = current();
      return sessionIds.length > 0 ? this.gone(sessionIds) : [];
    };
    return interval(LOOK_MS).pipe(
      // While the database is away nobody knows: the next look tells.
      exhaustMap(() => from(look()).pipe(catchError((error: unknown) => this.passOver(error)))),
      mergeAll(),
    );
  }

  private passOver(error: unknown): Observable<never> {
    this.logger.debug(`sessions could not be looked up: ${String(error)}`);
    return EMPTY;
  }

  private async gone(sessionIds: string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }[]>(
      `SELECT id FROM unnest($1::text[]) AS asked (id)
       WHERE NOT EXISTS (SELECT FROM ${VALID_SESSIONS} WHERE "sid" = asked.id)`,
      [sessionIds],
    );
    return rows.map(({ id }) => id);
  }
}
