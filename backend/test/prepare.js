import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Makes sure that the programs which the tests run against are there: a Chromium, a redis-server and a caddy. */

const NEEDED = [
  { package: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'], variable: 'CHROMIUM_PATH' },
  { package: 'redis-server', programs: ['redis-server'] },
  { package: 'caddy', programs: ['caddy'] },
];

function find(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

function isThere({ programs, variable }) {
  return Boolean(variable && process.env[variable]) || programs.some(find);
}

const missing = NEEDED.filter((needed) => !isThere(needed)).map((needed) => needed.package);
if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !find('apt-get')) {
    console.error(`The tests need ${missing.join(', ')}. Please install: sudo apt-get install ${missing.join(' ')}`);
    process.exit(1);
  }
  console.log(`Installing ${missing.join(', ')} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (status !== 0) process.exit(status ?? 1);
  }
}
