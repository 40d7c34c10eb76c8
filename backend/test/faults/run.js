import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asMarkdown, readRows } from './rows.js';

/**
 * `npm run test:faults`: runs the suite and prints its table. Arguments choose tests, as Jest and Playwright take them.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
async function run(folder, command, args, env) {
  const child = spawn(command, args, { cwd: join(ROOT, folder), stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const chosen = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'gmb-faults-'));
const env = { FAULT_ROWS: join(work, 'rows.jsonl'), NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
const none = chosen.length > 0 ? ['--passWithNoTests'] : [];
const results = [
  await run('backend', 'npx', ['jest', ...chosen, ...none, '--selectProjects', 'faults', 'nightly'], env),
  await run(
    'frontend',
    'npx',
    ['playwright', 'test', '-c', 'faults.config.ts', ...(none.length ? ['--pass-with-no-tests'] : []), ...chosen],
    { FAULT_ROWS: env.FAULT_ROWS },
  ),
];
const rows = readRows(env.FAULT_ROWS);
rmSync(work, { recursive: true });
console.log(`\n${asMarkdown(rows, { withResults: true })}\n`);

process.exitCode = results.every(Boolean) ? 0 : 1;
