import type { ReviewKind } from '../contract/statuses.js';

// Conditions on rows of a view of one kind, by its name or alias.

/** Not everything is approved: a condition of the index of rows with a due day. */
const isUnfinished = (row: string): string => `${row}."status" NOT IN ('approved', 'completed')`;
// A section without a suggestion is undecided too. With LIMIT, the planner looks at the one row; an EXISTS it may answer for all
// rows by reading the whole table.
const IS_UNDECIDED: Record<ReviewKind, (row: string) => string> = {
  moment: (row) => `NOT ${row}."isDecided"`,
  optimization: (row) =>
    `(SELECT true FROM optimization_sections WHERE "optimizationId" = ${row}."id" AND "approval" = 'pending' LIMIT 1)`,
};

/**
 * The days from today until the due day, below 0 once it is over; `NULL` without one, or if all is decided. Today is
 * that of the client's reviewer whose day ends last, so that no day is over for somebody who still has it; without
 * reviewers, that of the database.
 */
export function daysLeft(kind: ReviewKind, row: string): string {
  return `CASE WHEN ${row}."dueOn" IS NOT NULL AND ${isUnfinished(row)} AND ${IS_UNDECIDED[kind](row)}
    THEN ${row}."dueOn" - day_of_client(${row}."clientId") END`;
}

/** Whether the due day is over and something is left to decide. */
export function overdueSql(kind: ReviewKind, row: string): string {
  // The second condition is for the index: the day ends at other times elsewhere, but within a day.
  return `${row}."dueOn" IS NOT NULL AND ${row}."dueOn" < CURRENT_DATE + 2 AND ${isUnfinished(row)}
    AND ${row}."dueOn" < day_of_client(${row}."clientId") AND ${IS_UNDECIDED[kind](row)}`;
}
