import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failedWith } from '../../platform/operator-error.js';

/** Names that `defaultArchiveName` returns; archives with other names are never removed. */
const NAME = /^gmb-moments-\d{4}-\d{2}-\d{2}-\d{6}\.tar$/;
/** Names of what exists while such an archive is written: the unfinished file, and a folder with the tables. */
const UNFINISHED = /^(gmb-moments-[\d-]{17}\.tar\.part|\.gmb-moments-[\d-]{17}\.tar\.\w{6})$/;
/** A running backup writes continually, so one without writes for this time was stopped. */
const STOPPED_AFTER_MS = 60 * 60_000;

/** Returns a name with the UTC time: `gmb-moments-2026-11-21-153000.tar`. */
export function defaultArchiveName(now: Date): string {
  const [date, time] = now.toISOString().split('T');
  return `gmb-moments-${date}-${time!.slice(0, 8).replaceAll(':', '')}.tar`;
}

/**
 * Removes all but the newest `keep` archives with default names from a folder.
 * @returns the names of the removed ones
 */
export async function removeOldArchives(folder: string, keep: number): Promise<string[]> {
  const old = (await listArchives(folder)).slice(keep);
  for (const name of old) await rm(join(folder, name));
  return old;
}

/**
 * Removes unfinished archives with default names that were not written to for an hour. Killed processes leave them,
 * and they contain rows of all tables.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    try {
      if ((await lastWriteTo(path)) < Date.now() - STOPPED_AFTER_MS) await rm(path, { recursive: true });
    } catch (error) {
      // Another backup removed it, or it belongs to another user; neither prevents a new archive.
      if (!failedWith(error, 'ENOENT', 'EACCES', 'EPERM', 'ENOTEMPTY')) throw error;
    }
  }
}

async function lastWriteTo(path: string): Promise<number> {
  const entry = await stat(path);
  const names = entry.isDirectory() ? await readdir(path) : [];
  const files = await Promise.all(names.map((name) => stat(join(path, name))));
  return Math.max(...[entry, ...files].map(({ mtimeMs }) => mtimeMs));
}

/** Returns when the newest archive of a folder was finished; undefined if there is none. */
export async function newestArchiveAt(folder: string): Promise<Date | undefined> {
  const [newest] = await listArchives(folder);
  return newest === undefined ? undefined : (await stat(join(folder, newest))).mtime;
}

/** Returns the names of the archives with default names, the newest first. */
async function listArchives(folder: string): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
}
