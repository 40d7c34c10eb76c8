import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asMarkdown, readRows } from './rows.js';

/**
 * `npm run test:faults`: runs the suite, prints its table, and compares it with the one in the repository.
 * With `--write` the table in the repository is written; other arguments choose tests, as Jest and Playwright take them.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TABLE = join(ROOT, 'backend/faults/table.md');
const HEAD = `# What was tried to break it

Each row is a test of \`npm run test:faults\`, which writes this file with \`-- --write\` and fails when it is outdated.

`;

async function run(folder, command, args, env) {
  const child = spawn(command, args, { cwd: join(ROOT, folder), stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const chosen = process.argv.slice(2).filter((argument) => argument !== '--write');
const work = mkdtempSync(join(tmpdir(), 'gmb-faults-'));
const env = { FAULT_ROWS: join(work, 'rows.jsonl'), NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
const none = chosen.length > 0 ? ['--passWithNoTests'] : [];
const results = [
  await run('backend', 'npx', ['jest', '-c', 'faults/jest.config.js', ...none, ...chosen], env),
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

const table = `${HEAD}${asMarkdown(rows, { withResults: false })}\n`;
if (process.argv.includes('--write')) writeFileSync(TABLE, table);
else if (chosen.length === 0 && readFileSync(TABLE, 'utf8') !== table) {
  console.error('backend/faults/table.md is outdated. Write it with: npm run test:faults -- --write');
  results.push(false);
}
process.exitCode = results.every(Boolean) ? 0 : 1;
