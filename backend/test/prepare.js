import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, find, findProgram, PROGRAMS } from './programs.js';

/**
 * Makes sure that the programs which a lane runs against are there: installs packages of Debian as root, and fetches with Go
 * or npm what has no package. Arguments choose the lane: none for `npm test`, `--all` for `npm test -- --all`, `--faults` for
 * `npm run test:faults`. Names in one sentence what is still missing afterwards; tests that need it are skipped.
 */

const LANES = { test: ['test'], all: ['test', 'all'], faults: ['test', 'all', 'faults'] };
const chosen = process.argv.includes('--faults') ? 'faults' : process.argv.includes('--all') ? 'all' : 'test';
const needed = Object.keys(PROGRAMS).filter((name) => LANES[chosen].includes(PROGRAMS[name].lane));

/** Runs a command; returns whether it succeeded. */
function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** Installs the first package that Debian has. */
function installPackage(apt, packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return packages.some((name) => run(apt, ['install', '-y', '-qq', '--no-install-recommends', name], env));
}

const FETCH = {
  go: (source, folder) => run('go', ['install', source], { GOBIN: folder }),
  npm: (source, folder) => run('npm', ['install', '--silent', '--no-save', '--prefix', folder, source]),
};

/** Fetches a program in a folder of its own first: what is killed leaves nothing that could be taken for a program. */
function fetchProgram(name) {
  const { tool, source } = PROGRAMS[name].cached;
  const folder = cacheFolder(name);
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(join(dirname(folder), 'fetched-'));
  if (FETCH[tool](source, work)) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
  } else rmSync(work, { recursive: true, force: true });
}

function provide(names) {
  const withPackage = names.filter((name) => PROGRAMS[name].packages);
  const apt = process.getuid?.() === 0 && find('apt-get');
  if (apt && withPackage.length > 0) {
    console.log(`Installing ${withPackage.join(', ')} for the tests …`);
    run(apt, ['update', '-qq']);
    for (const name of withPackage) installPackage(apt, PROGRAMS[name].packages);
  }
  for (const name of names) {
    const { cached } = PROGRAMS[name];
    if (!cached || !find(cached.tool)) continue;
    console.log(`Fetching ${name} for the tests with ${cached.tool}, once …`);
    fetchProgram(name);
  }
}

function remedy(name) {
  const { packages, variable, cached } = PROGRAMS[name];
  if (packages) return `${name} (sudo apt-get install ${packages[0]})`;
  return `${name} (${cached.tool} fetches it; or set ${variable})`;
}

provide(needed.filter((name) => !findProgram(name)));
const missing = needed.filter((name) => !findProgram(name));
if (missing.length > 0) {
  console.log(
    `Tests that need these programs are skipped, since they are missing here: ${missing.map(remedy).join(', ')}.`,
  );
}
const minio = findProgram('minio');
console.log(`S3 for the tests: ${minio ? `MinIO (${minio})` : 's3rver, an imitation, since there is no minio here'}`);
