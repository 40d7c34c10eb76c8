import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asMarkdown, readRows } from './rows.js';

/**
 * `npm run test:faults`: runs the nightly lane, and prints the table of its faults. Arguments choose tests of this lane and of the
 * core that `npm test -- --all` runs: names of files, and options of Jest and Playwright.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const chosen = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'gmb-faults-'));
const FAULT_ROWS = join(work, 'rows.jsonl');

/** Runs a command in a folder of the project; returns whether it succeeded. */
async function run(folder, args, env = {}) {
  const child = spawn('npx', args, {
    cwd: join(ROOT, folder),
    stdio: 'inherit',
    env: { ...process.env, FAULT_ROWS, ...env },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const isChosen = chosen.length > 0;
const jest = [
  'jest',
  ...(isChosen ? ['--passWithNoTests', ...chosen, '--selectProjects', 'faults'] : ['--selectProjects']),
];
const playwright = [
  'playwright',
  'test',
  '-c',
  'faults.config.ts',
  ...(isChosen ? ['--pass-with-no-tests'] : []),
  ...chosen,
];
const results = [await run('backend', [...jest, 'nightly']), await run('frontend', playwright)];
const rows = readRows(FAULT_ROWS);
rmSync(work, { recursive: true });
console.log(`\n${asMarkdown(rows)}\n`);
process.exitCode = results.every(Boolean) ? 0 : 1;
