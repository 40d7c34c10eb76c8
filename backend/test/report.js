import { stripVTControlCharacters } from 'node:util';

/** What a run of all tests prints about them. A result is a part's: `name`, `tests` and `files`, as `run-all.js` makes it. */

const SLOWEST = 25;

/** Counts in the form that CI reads: `3 passed, 0 failed, 1 skipped`. */
export function inWords({ passed, failed, skipped }) {
  return [`${passed} passed`, `${failed} failed`, skipped && `${skipped} skipped`].filter(Boolean).join(', ');
}

/** Seconds as `4:05 min`. */
export function asTime(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

/** The slowest files by their processor seconds, or by seconds where these are unknown. */
export function printSlowest(files) {
  const cost = ({ processor, seconds }) => processor || seconds;
  const slowest = files.toSorted((a, b) => cost(b) - cost(a)).slice(0, SLOWEST);
  console.log(`\nThe ${slowest.length} slowest files (seconds, processor seconds):`);
  for (const { part, file, seconds, processor } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} ${processor.toFixed(1).padStart(7)}  ${part}: ${file}`);
  }
}

/** Each reason why tests were skipped, with their number. */
export function printSkipped(results) {
  for (const { name, tests } of results) {
    const counts = new Map();
    for (const { status, reason = 'no reason given' } of tests) {
      if (status === 'skipped') counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    for (const [reason, count] of counts) console.log(`\nSKIPPED in ${name}: ${count} (${reason})`);
  }
}

/** Each test that failed, with the beginning of its message. */
export function printFailures(results) {
  for (const { name, tests } of results) {
    for (const { status, test, message } of tests) {
      if (status !== 'failed') continue;
      console.log(`\nFAILED in ${name}: ${stripVTControlCharacters(test)}\n${excerpt(message)}`);
    }
  }
}

function excerpt(message) {
  return stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n').slice(0, 1500);
}
