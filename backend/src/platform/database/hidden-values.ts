import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

/** Class of PostgreSQL's errors about a value, whose sentence quotes it: "invalid input syntax for type uuid: "…"". */
const ABOUT_A_VALUE = /^22/;

/**
 * Removes from an error of PostgreSQL the values that it names: those of rows ("Key (email)=(…) already exists", "Failing row
 * contains (…)"), and those of the statement. What failed stays: the sentence, its code, table, column and constraint. Done
 * where errors come in, so that no log, no report and no crash can print a value.
 */
export function hideValues(error: DatabaseError): void {
  for (const part of ['detail', 'where', 'internalQuery'] as const) delete error[part];
  if (ABOUT_A_VALUE.test(error.code ?? '')) error.message = error.message.replace(/".*"/s, '"…"');
}

// TypeORM would keep all that was bound to the statement: tokens, names and texts.
Object.defineProperty(QueryFailedError.prototype, 'parameters', { get: () => undefined, set() {} });
