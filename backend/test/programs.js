import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { arch, homedir, platform } from 'node:os';
import { delimiter, join } from 'node:path';

const NODE_PACKAGE = `node-${platform()}-${arch()}`;

/**
 * The programs that tests run against, beside the Node that runs them.
 *
 * `lane`: the lane that needs it first. `names`: of the binary, the first that is on the PATH. `packages`: of Debian, the first that
 * exists. `variable`: names a binary instead. `cached`: fetched with Go or npm into the cache folder, once per version.
 *
 * @typedef {'test' | 'all' | 'faults'} Lane
 * @typedef {{ tool: 'go' | 'npm', source: string, path: string }} Cached
 * @typedef {{ lane: Lane, names?: string[], packages?: string[], variable?: string, cached?: Cached }} Program
 * @type {Record<string, Program>}
 */
export const PROGRAMS = {
  chromium: {
    lane: 'test',
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    packages: ['chromium-headless-shell', 'chromium'],
    variable: 'CHROMIUM_PATH',
  },
  'redis-server': { lane: 'test', packages: ['redis-server'] },
  // Runs ExifTool, which reads back what is written into delivered photos.
  perl: { lane: 'test', packages: ['perl'] },
  // Read ZIPs of deliveries, the second while they come.
  python3: { lane: 'all', packages: ['python3'] },
  bsdtar: { lane: 'all', packages: ['libarchive-tools'] },
  caddy: { lane: 'all', packages: ['caddy'] },
  pgbouncer: { lane: 'all', packages: ['pgbouncer'] },
  nginx: { lane: 'all', packages: ['nginx-light', 'nginx'] },
  minio: {
    lane: 'all',
    variable: 'MINIO_BIN',
    cached: { tool: 'go', source: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c', path: 'minio' },
  },
  helm: {
    lane: 'all',
    variable: 'HELM_BIN',
    cached: { tool: 'go', source: 'helm.sh/helm/v3/cmd/helm@v3.22.0', path: 'helm' },
  },
  // The image's version.
  'node-24': {
    lane: 'all',
    names: [],
    variable: 'NODE24_BIN',
    cached: { tool: 'npm', source: `${NODE_PACKAGE}@24`, path: `node_modules/${NODE_PACKAGE}/bin/node` },
  },
  ip: { lane: 'faults', packages: ['iproute2'] },
  nft: { lane: 'faults', packages: ['nftables'] },
  faketime: { lane: 'faults', packages: ['faketime'] },
};

/**
 * Path of a program of the catalogue; `null` where it is missing. Of faketime it is the library.
 * @param {string} name
 */
export function findProgram(name) {
  const { variable, names = [name], cached } = PROGRAMS[name];
  const given = variable && process.env[variable];
  if (given) return given;
  if (name === 'faketime') return findFaketime();
  const onPath = names.map((each) => find(each)).find(Boolean);
  return onPath ?? (cached ? find(cached.path, cacheFolder(name)) : null);
}

/**
 * Why a test that needs these programs cannot be played: `nft is missing`; `null` where all are there.
 * @param {...string} names
 */
export function whyMissing(...names) {
  const missing = names.filter((name) => !findProgram(name));
  if (missing.length === 0) return null;
  return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`;
}

/** Folder outside of the checkout that a program is fetched into; another version has another one. */
export function cacheFolder(name) {
  const version = PROGRAMS[name].cached.source.split('@').at(-1);
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gmb-moments', `${name}-${version}`);
}

/**
 * Path of an executable in the first of these folders that has it, by default those of the PATH; `null` where there is none.
 * @param {string} program
 * @param {...string} folders
 */
export function find(program, ...folders) {
  for (const folder of folders.length > 0 ? folders : (process.env.PATH ?? '').split(delimiter)) {
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

/** Path of libfaketime, as Debian's package faketime installs it; `null` where it is not. */
function findFaketime() {
  if (!existsSync('/usr/lib')) return null;
  const paths = readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketime.so.1'));
  return paths.find((path) => existsSync(path)) ?? null;
}
