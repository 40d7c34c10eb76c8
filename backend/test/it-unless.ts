import { describe, it } from '@jest/globals';

/**
 * A test that needs something which this machine may lack. With a reason (`nft is missing`) it is skipped: the reason is
 * printed, and stands in the title, where reporters find it. With `null` it is an ordinary test.
 */
export function itUnless(
  reason: string | null,
  title: string,
  test: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (reason === null) it(title, test, timeoutMs);
  else it.skip(notPlayed(title, reason), test, timeoutMs);
}

/** The same for a group of tests. Its hooks do not run where it is skipped. */
export function describeUnless(reason: string | null, title: string, tests: () => void): void {
  if (reason === null) describe(title, tests);
  else describe.skip(notPlayed(title, reason), tests);
}

function notPlayed(title: string, reason: string): string {
  // Jest prints the titles of skipped tests only where a single file runs.
  process.stdout.write(`not played: ${reason}: ${title}\n`);
  return `${title} (not played: ${reason})`;
}
