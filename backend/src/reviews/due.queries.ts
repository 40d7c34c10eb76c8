import type { ReviewKind } from '../contract/statuses.js';

// SQL on rows of the view of one kind (`moments`, `optimizations`). `row` is the name or alias of the view.

/** Not everything is approved. The index of rows with a due day has the same condition. */
const isUnfinishedSql = (row: string): string => `${row}."status" NOT IN ('approved', 'completed')`;
// A section without a suggestion is undecided too. LIMIT 1 instead of EXISTS: for EXISTS the planner may read the
// whole table.
const isUndecidedSql: Record<ReviewKind, (row: string) => string> = {
  moment: (row) => `NOT ${row}."isDecided"`,
  optimization: (row) =>
    `(SELECT true FROM optimization_sections WHERE "optimizationId" = ${row}."id" AND "approval" = 'pending' LIMIT 1)`,
};

/**
 * The days from today until the due day, negative once it is over; `NULL` without a due day, or if all is decided.
 * Today is the date in the westernmost time zone of the client's reviewers (`day_of_client`), so that a day is over
 * only when it is over for all of them; without reviewers, the date of the database.
 */
export function daysLeftSql(kind: ReviewKind, row: string): string {
  return `CASE WHEN ${row}."dueOn" IS NOT NULL AND ${isUnfinishedSql(row)} AND ${isUndecidedSql[kind](row)}
    THEN ${row}."dueOn" - day_of_client(${row}."clientId") END`;
}

/** Whether the due day is over and something is left to decide. */
export function overdueSql(kind: ReviewKind, row: string): string {
  // The second condition lets the index be used; time zones shift the end of a day by one day at most.
  return `${row}."dueOn" IS NOT NULL AND ${row}."dueOn" < CURRENT_DATE + 2 AND ${isUnfinishedSql(row)}
    AND ${row}."dueOn" < day_of_client(${row}."clientId") AND ${isUndecidedSql[kind](row)}`;
}
