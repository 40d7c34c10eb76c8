import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * The programs that tests run against, beside Node.
 *
 * `lane`: the lane that needs it first. `packages`: of Debian, the first that exists. `variable`: names a binary instead of the
 * one on the PATH. `module`: built with Go into the cache folder, once per version. `find`: where it is not on the PATH.
 *
 * @typedef {'test' | 'all' | 'faults'} Lane
 * @typedef {{ lane: Lane, packages?: string[], variable?: string, module?: string, names?: string[],
 *   find?: () => string | null }} Program
 * @type {Record<string, Program>}
 */
export const PROGRAMS = {
  chromium: {
    lane: 'test',
    packages: ['chromium-headless-shell', 'chromium'],
    variable: 'CHROMIUM_PATH',
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  },
  'redis-server': { lane: 'test', packages: ['redis-server'] },
  caddy: { lane: 'all', packages: ['caddy'] },
  minio: {
    lane: 'all',
    variable: 'MINIO_BIN',
    module: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c',
  },
  helm: { lane: 'all', variable: 'HELM_BIN', module: 'helm.sh/helm/v3/cmd/helm@v3.22.0' },
  ip: { lane: 'faults', packages: ['iproute2'] },
  nft: { lane: 'faults', packages: ['nftables'] },
  faketime: { lane: 'faults', packages: ['faketime'], find: findFaketime },
};

/**
 * Path of a program of the catalogue; `null` where it is missing.
 * @param {string} name
 */
export function findProgram(name) {
  const { variable, names = [name], find: findElsewhere, module } = PROGRAMS[name];
  const given = variable && process.env[variable];
  if (given) return given;
  if (findElsewhere) return findElsewhere();
  const folders = module ? [builtFolder(name)] : [];
  for (const each of names) {
    const path = find(each, ...folders);
    if (path) return path;
  }
  return null;
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

/** Folder outside of the checkout into which a program is built; another version has another one. */
export function builtFolder(name) {
  const version = PROGRAMS[name].module.split('@')[1];
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gmb-moments', `${name}-${version}`);
}

/** Path of an executable on the PATH, or in one of these further folders; `null` where there is none. */
export function find(program, ...folders) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
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
