import { itUnless } from '../it-unless.js';

/** What stands between the parts of a row in a test's title; the table is made of it. */
const BETWEEN = ' → ';

/** So long that a machine with much other work does it, too. */
const LONGEST_MS = 300_000;

/** One row of the table: what was broken or sent, in the middle of what, and what was checked afterwards. */
export interface FaultRow {
  /** What goes wrong, as ops or an attacker would call it: "kill -9 of a worker". */
  what: string;
  /** In the middle of which real work, and how often. */
  done: string;
  /** What holds afterwards. */
  checked: string;
  /** Why it cannot be played on this machine; `null` where it can. */
  missing?: string | null;
}

/** A test that is a row of the table which `npm run test:faults` prints. */
export function fault(
  { what, done, checked, missing = null }: FaultRow,
  play: () => Promise<void>,
  timeoutMs = LONGEST_MS,
): void {
  itUnless(missing, [what, done, checked].join(BETWEEN), play, timeoutMs);
}
