import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm test`: runs all parts one after the other, up to the first that fails, and prints what they came to. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = [
  { name: 'Format, lint, types', command: ['npm', 'run', 'check'] },
  { name: 'Backend', command: ['npm', 'run', 'test:backend'] },
  { name: 'Frontend', command: ['npm', 'run', 'test:frontend'] },
  { name: 'Stories', command: ['npm', 'run', 'e2e'] },
  { name: 'Faults', command: ['node', 'backend/faults/run.js'], env: { SOAK_SECONDS: '30' } },
];

async function run({ name, command: [program, ...args], env }, work) {
  const counts = join(work, `${name}.txt`);
  const began = Date.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, TEST_COUNTS: counts },
  });
  const [code] = await once(child, 'exit');
  const words = existsSync(counts) ? readFileSync(counts, 'utf8').trim().split('\n') : [];
  const count = (word) => words.filter((each) => each === word).length;
  const seconds = Math.round((Date.now() - began) / 1000);
  return { name, ok: code === 0, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), seconds };
}

function inWords({ passed, failed, skipped }) {
  return [`${passed} passed`, `${failed} failed`, skipped && `${skipped} skipped`].filter(Boolean).join(', ');
}

function asTime(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

const work = mkdtempSync(join(tmpdir(), 'gmb-tests-'));
const results = [];
for (const part of PARTS) {
  results.push(await run(part, work));
  if (!results.at(-1).ok) break;
}
rmSync(work, { recursive: true });

const sum = (what) => results.reduce((total, result) => total + result[what], 0);
const ok = results.every((result) => result.ok);
console.log('');
for (const result of results) {
  const tests = result.passed + result.failed + result.skipped > 0 ? `, ${inWords(result)}` : '';
  console.log(`${result.ok ? 'PASS' : 'FAIL'} ${result.name} (${asTime(result.seconds)}${tests})`);
}
for (const { name } of PARTS.slice(results.length)) console.log(`NOT RUN ${name}`);
console.log(`\nTime: ${asTime(sum('seconds'))}`);
process.exitCode = ok ? 0 : 1;
// The last line, in the form that CI counts tests by.
console.log(`Tests: ${inWords({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') })}`);
