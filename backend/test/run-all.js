import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './prepare.js';
import { processorSeconds } from './processor-time.js';
import { findProgram } from './programs.js';
import { asTime, inWords, printFailures, printSkipped, printSlowest } from './report.js';

/**
 * `npm test`: runs all parts of its lane and prints their counts; with `-- --all` the lane that CI runs. The parts of a row run one
 * after the other, and the rows side by side: one mostly waits, the other one mostly computes.
 *
 * `test-results/tests.json` has the parts, and the files with their seconds.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RESULTS = join(ROOT, 'test-results');
const isAll = process.argv.includes('--all');

const jest = (...projects) => ['npx', 'jest', '--maxWorkers=2', '--selectProjects', ...projects];
const playwright = (...options) => ['npx', 'playwright', 'test', ...options];
/** CI runs the backend's tests on the Node of the image, and everything else on the Node that runs this. */
const node24 = isAll ? findProgram('node-24') : null;
const BACKEND = { name: 'Backend', folder: 'backend', command: jest('backend'), node: node24 };
const PROCESSES = { name: 'Processes and faults', folder: 'backend', command: jest('processes', 'faults') };
const CHECK = { name: 'Format, lint, types', folder: '.', command: ['npm', 'run', 'check'] };
const FRONTEND = { name: 'Frontend', folder: 'frontend', command: ['npx', 'jest'] };
const MAIN_STORIES = { name: 'Main stories', folder: 'frontend', command: playwright('--grep', '@main') };
const STORIES = { name: 'Stories', folder: 'frontend', command: playwright() };

const ROWS = isAll
  ? [
      [BACKEND, PROCESSES],
      [CHECK, FRONTEND, STORIES],
    ]
  : [[BACKEND], [CHECK, FRONTEND, MAIN_STORIES]];
const NODE_OPTIONS = '--experimental-vm-modules --no-warnings --max-semi-space-size=64';
const SAMPLE_MS = 1000;

/** Runs a part; its tests note their results in a file of their own. */
async function run(part) {
  const { name, folder, node } = part;
  const notes = join(RESULTS, `${name}.jsonl`);
  const began = Date.now();
  const [program, ...args] = part.command;
  const child = spawn(program, args, {
    cwd: join(ROOT, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS,
      TEST_RESULTS: notes,
      ...(node && { PATH: `${dirname(node)}:${process.env.PATH}` }),
    },
  });
  let processor = 0;
  const sampling = setInterval(() => (processor = Math.max(processor, processorSeconds(child.pid))), SAMPLE_MS);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`));
  }
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
  const noted = lines.map((line) => JSON.parse(line));
  const tests = noted.filter(({ status }) => status);
  return {
    name,
    ok: code === 0,
    counts: countOf(tests),
    tests,
    files: filesOf(noted.filter(({ file }) => file)),
    seconds: (Date.now() - began) / 1000,
    processor,
  };
}

function countOf(tests) {
  const count = (wanted) => tests.filter(({ status }) => status === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** A file with its seconds in all, of each part of it that was noted. */
function filesOf(noted) {
  const files = new Map();
  for (const { file, seconds = 0, processor = 0 } of noted) {
    const sum = files.get(file) ?? { file, seconds: 0, processor: 0 };
    files.set(file, { file, seconds: sum.seconds + seconds, processor: sum.processor + processor });
  }
  return [...files.values()];
}

async function runRow(parts) {
  const results = [];
  for (const part of parts) results.push(await run(part));
  return results;
}

const began = Date.now();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
const results = (await Promise.all(ROWS.map(runRow))).flat();
const ok = results.every((result) => result.ok);
const all = countOf(results.flatMap(({ tests }) => tests));
const seconds = (Date.now() - began) / 1000;
const processor = processorSeconds();

const parts = results.map(({ name, ok: passed, counts, files, ...times }) => ({
  name,
  ok: passed,
  ...counts,
  ...times,
  files,
}));
writeFileSync(join(RESULTS, 'tests.json'), JSON.stringify({ ok, ...all, seconds, processor, parts }, null, 2));

printSlowest(results.flatMap(({ name, files }) => files.map((file) => ({ part: name, ...file }))));
printSkipped(results);
// At the end, where a reader of a long log looks first.
printFailures(results);
console.log('');
for (const result of results) {
  const tests = result.tests.length > 0 ? `, ${inWords(result.counts)}` : '';
  const times = `${asTime(result.seconds)}, ${Math.round(result.processor)} processor s`;
  console.log(`${result.ok ? 'PASS' : 'FAIL'} ${result.name} (${times}${tests})`);
}
console.log(`\nTime: ${asTime(seconds)}, ${Math.round(processor)} processor s`);
process.exitCode = ok ? 0 : 1;
// The last line, in the form that CI counts tests by.
console.log(`Tests: ${inWords(all)}`);
