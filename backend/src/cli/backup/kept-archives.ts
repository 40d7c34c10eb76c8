import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Names that `defaultArchiveName` gives; others are never removed. */
const NAME = /^gmb-moments-\d{4}-\d{2}-\d{2}-\d{6}\.tar$/;

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

/** When the newest archive of a folder was finished; undefined where there is none. */
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
