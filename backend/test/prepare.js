import { spawnSync } from 'node:child_process';
import { find, findFaketime, findHelm, findMinio } from './programs.js';

/**
 * Makes sure that the programs which the tests run against are there: a Chromium, a redis-server and a caddy. With `--all` also
 * a real MinIO and Helm where Go is installed, which takes minutes once, and libfaketime as root on Debian; without them an
 * imitation of S3 stands in, the chart is not rendered, and the clocks of hosts are not put off.
 */

const BUILT = [
  { name: 'MinIO', module: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c', find: findMinio },
  { name: 'Helm', module: 'helm.sh/helm/v3/cmd/helm@v3.22.0', find: findHelm },
];

const NEEDED = [
  { package: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'], variable: 'CHROMIUM_PATH' },
  { package: 'redis-server', programs: ['redis-server'] },
  { package: 'caddy', programs: ['caddy'] },
];

function isThere({ programs, variable }) {
  return Boolean(variable && process.env[variable]) || programs.some(find);
}

const canInstall = process.getuid?.() === 0 && Boolean(find('apt-get'));

/** Installs packages of Debian; returns the code of the command that failed, else 0. */
function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

const missing = NEEDED.filter((needed) => !isThere(needed)).map((needed) => needed.package);
if (missing.length > 0) {
  if (!canInstall) {
    console.error(`The tests need ${missing.join(', ')}. Please install: sudo apt-get install ${missing.join(' ')}`);
    process.exit(1);
  }
  console.log(`Installing ${missing.join(', ')} for the tests …`);
  const failed = install(missing);
  if (failed) process.exit(failed);
}

const isAll = process.argv.includes('--all');
if (isAll && canInstall && !findFaketime()) install(['faketime']);
for (const { name, module, find: isBuilt } of BUILT) {
  if (!isAll || isBuilt() || !find('go')) continue;
  console.log(`Building ${name} for the tests, once: this takes some minutes …`);
  spawnSync('go', ['install', module], { stdio: ['ignore', 'ignore', 'inherit'] });
}
const minio = findMinio();
console.log(`S3 for the tests: ${minio ? `MinIO (${minio})` : 's3rver, an imitation, since there is no minio here'}`);
const helm = findHelm();
console.log(`The Helm chart: ${helm ? `rendered by ${helm}` : 'not rendered, since there is no helm here'}`);
