import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failedWith } from '../../platform/operator-error.js';

/** Names that `defaultArchiveName` gives; others are never removed. */
const NAME = /^gmb-moments-\d{4}-\d{2}-\d{2}-\d{6}\.tar$/;
/** What is beside such an archive while it is written: its file, and a folder with its tables. */
const UNFINISHED = /^(gmb-moments-[\d-]{17}\.tar\.part|\.gmb-moments-[\d-]{17}\.tar\.\w{6})$/;
/** A backup that runs writes all the time. */
const STOPPED_AFTER_MS = 60 * 60_000;

/** `gmb-moments-2026-11-21-153000.tar`. */
export function defaultArchiveName(now: Date): string {
  const [date, time] = now.toISOString().split('T');
  return `gmb-moments-${date}-${time!.slice(0, 8).replaceAll(':', '')}.tar`;
}

/** Removes all but the newest archives of a folder, of those that have a default name. Returns the names of the removed. */
export async function removeOldArchives(folder: string, keep: number): Promise<string[]> {
  const old = (await archivesOf(folder)).slice(keep);
  for (const name of old) await rm(join(folder, name));
  return old;
}

/**
 * Removes unfinished archives with default names to which nothing was written for an hour: a process that was killed left
 * them, with rows of all tables in them.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    try {
      if ((await lastWriteTo(path)) < Date.now() - STOPPED_AFTER_MS) await rm(path, { recursive: true });
    } catch (error) {
      // Another backup has removed it, or another user has left it: a new archive can be written all the same.
      if (!failedWith(error, 'ENOENT', 'EACCES', 'EPERM', 'ENOTEMPTY')) throw error;
    }
  }
}

async function lastWriteTo(path: string): Promise<number> {
  const itself = await stat(path);
  const names = itself.isDirectory() ? await readdir(path) : [];
  const files = await Promise.all(names.map((name) => stat(join(path, name))));
  return Math.max(...[itself, ...files].map(({ mtimeMs }) => mtimeMs));
}

/** When the newest archive of a folder was finished; undefined if there is none. */
export async function newestArchiveAt(folder: string): Promise<Date | undefined> {
  const [newest] = await archivesOf(folder);
  return newest === undefined ? undefined : (await stat(join(folder, newest))).mtime;
}

/** The newest first. */
async function archivesOf(folder: string): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
}
