/** A table with due days: conditions on its rows, by its name or alias. */
interface DueSubject {
  /** A condition of the index of undecided rows with a due day. */
  isOpen: (row: string) => string;
  /** Whether something is left to decide. */
  isUndecided: (row: string) => string;
}

// With LIMIT, the planner looks at the one row; an EXISTS it may answer for all rows by reading the whole table.
export const DUE_MOMENT: DueSubject = {
  isOpen: (row) => `${row}."status" <> 'approved'`,
  isUndecided: (row) =>
    `(${row}."status" <> 'rejected' OR (SELECT true FROM images WHERE "momentId" = ${row}."id" AND "status" = 'pending' LIMIT 1))`,
};

export const DUE_OPTIMIZATION: DueSubject = {
  isOpen: (row) => `${row}."status" <> 'completed'`,
  isUndecided: (row) =>
    `(SELECT true FROM optimization_sections WHERE "optimizationId" = ${row}."id" AND "approval" = 'pending' LIMIT 1)`,
};

/**
 * The days from today until the due day, below 0 once it is over; `NULL` without one, or if all is decided. Today is
 * that of the client's reviewer whose day ends last, so that no day is over for somebody who still has it; without
 * reviewers, that of the database.
 */
export function daysLeft({ isOpen, isUndecided }: DueSubject, row: string): string {
  return `CASE WHEN ${row}."dueOn" IS NOT NULL AND ${isOpen(row)} AND ${isUndecided(row)}
    THEN ${row}."dueOn" - day_of_client(${row}."clientId") END`;
}

/** Whether the due day is over and something is left to decide. */
export function isOverdue({ isOpen, isUndecided }: DueSubject, row: string): string {
  // The second condition is for the index: the day ends at other times elsewhere, but within a day.
  return `${row}."dueOn" IS NOT NULL AND ${row}."dueOn" < CURRENT_DATE + 2 AND ${isOpen(row)}
    AND ${row}."dueOn" < day_of_client(${row}."clientId") AND ${isUndecided(row)}`;
}
