import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import './prepare.js';

/**
 * `npm test`: runs all parts and prints their counts. Two rows run side by side, since the tests of the backend wait more than
 * they compute; a row ends with a part that fails widely. With `-- --all` the fault lane comes after them: killed processes,
 * stopped services, hostile input and load, which needs the machine for itself.
 *
 * A few files that failed run once more, when nothing runs beside them. Where they pass then, the part passes, and the end of
 * the output names each test that failed first.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROWS = [
  [{ name: 'Backend', command: ['npm', 'run', 'test:backend'] }],
  [
    { name: 'Format, lint, types', command: ['npm', 'run', 'check'] },
    { name: 'Frontend', command: ['npm', 'run', 'test:frontend'] },
    { name: 'Stories', command: ['npm', 'run', 'e2e'] },
  ],
];
/** Where more tests or files of a part failed than this, its row ends, and none of them runs once more. */
const MAX_FAILURES = 6;
const FAULTS = { name: 'Faults', command: ['node', 'backend/test/faults/run.js'], env: { SOAK_SECONDS: '30' } };

/** Runs a part, or one file of it. */
async function run({ name, command: [program, ...args], env }, work, file) {
  const notes = join(work, `${randomUUID()}.jsonl`);
  const began = Date.now();
  const chosen = file ? [...(program === 'npm' ? ['--'] : []), file] : [];
  const child = spawn(program, [...args, ...chosen], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, TEST_RESULTS: notes },
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`));
  }
  const [code] = await once(child, 'close');
  const tests = existsSync(notes)
    ? readFileSync(notes, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  const count = (status) => tests.filter((test) => test.status === status).length;
  return {
    part: { name, command: [program, ...args], env },
    name,
    ok: code === 0,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: tests.filter(({ status }) => status === 'failed'),
    flaky: [],
    seconds: Math.round((Date.now() - began) / 1000),
  };
}

/** Runs the files that failed once more, one after the other. Returns the part's result with that. */
async function runAgain(result, work) {
  const files = [...new Set(result.failures.map(({ file }) => file))];
  if (result.ok || files.length === 0 || files.length > MAX_FAILURES) return result;
  const again = [];
  for (const file of files) {
    console.log(`\n${result.name} | Running ${file} once more, by itself`);
    again.push({ file, ...(await run(result.part, work, file)) });
  }
  const failing = again.filter(({ ok }) => !ok);
  const flaky = result.failures.filter(({ file }) => !failing.some((other) => other.file === file));
  return {
    ...result,
    ok: failing.length === 0,
    passed: result.passed + flaky.length,
    failed: result.failed - flaky.length,
    failures: result.failures.filter((failure) => !flaky.includes(failure)),
    flaky,
    seconds: again.reduce((total, { seconds }) => total + seconds, result.seconds),
  };
}

function inWords({ passed, failed, skipped }) {
  return [`${passed} passed`, `${failed} failed`, skipped && `${skipped} skipped`].filter(Boolean).join(', ');
}

function asTime(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

function excerpt(message) {
  return stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n').slice(0, 1500);
}

/** Runs the parts one after the other, up to the first that fails by more than a few files. */
async function runRow(parts, work) {
  const results = [];
  for (const part of parts) {
    const result = await run(part, work);
    results.push(result);
    if (!result.ok && (result.failures.length === 0 || result.failures.length > MAX_FAILURES)) break;
  }
  return results;
}

/** Runs rows side by side, and then what failed once more. */
async function runRows(rows, work) {
  const results = (await Promise.all(rows.map((parts) => runRow(parts, work)))).flat();
  const final = [];
  for (const result of results) final.push(await runAgain(result, work));
  return final;
}

const began = Date.now();
const work = mkdtempSync(join(tmpdir(), 'gmb-tests-'));
const results = await runRows(ROWS, work);
const rows = process.argv.includes('--all') ? [...ROWS, [FAULTS]] : ROWS;
if (rows.length > ROWS.length && results.every((result) => result.ok))
  results.push(...(await runRows([[FAULTS]], work)));
rmSync(work, { recursive: true });

const sum = (what) => results.reduce((total, result) => total + result[what], 0);
const ok = results.every((result) => result.ok);
// Once more at the end, where a reader of a long log looks first.
for (const { name, failures, flaky } of results) {
  const print = (state, { test, message }) =>
    console.log(`\n${state} in ${name}: ${stripVTControlCharacters(test)}\n${excerpt(message)}`);
  for (const failure of flaky) print('FLAKY (failed first, passed by itself)', failure);
  for (const failure of failures) print('FAILED', failure);
}
console.log('');
for (const result of results) {
  const tests = result.passed + result.failed + result.skipped > 0 ? `, ${inWords(result)}` : '';
  const flaky = result.flaky.length > 0 ? `, ${result.flaky.length} of them the second time` : '';
  console.log(`${result.ok ? 'PASS' : 'FAIL'} ${result.name} (${asTime(result.seconds)}${tests}${flaky})`);
}
const ran = new Set(results.map(({ name }) => name));
for (const { name } of rows.flat()) if (!ran.has(name)) console.log(`NOT RUN ${name}`);
console.log(`\nTime: ${asTime(Math.round((Date.now() - began) / 1000))}`);
process.exitCode = ok ? 0 : 1;
// The last line, in the form that CI counts tests by.
console.log(`Tests: ${inWords({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') })}`);
