import 'reflect-metadata';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OperatorError } from '../platform/operator-error.js';
import { lastBackup } from '../platform/metrics/metrics.js';
import { serveMetrics } from '../platform/metrics/metrics-server.js';
import { configuredStorage } from '../platform/storage/storage.module.js';
import { defaultArchiveName, newestArchiveAt, removeOldArchives } from './backup/kept-archives.js';
import { makeBackup, type BackupSummary } from './backup/make-backup.js';
import { formatCount, describeError, runCommand, formatSize, type Command } from './command.js';
import { withDatabase } from './database.js';

/**
 * `npm run backup [-- file.tar]` or `npm run backup -- [--keep N] [--every HOURS]`: saves everything into one
 * archive, whether or not the product runs. `--keep` removes all but the newest N archives with default names from
 * the folder. `--every` repeats the backup until the command is stopped.
 */

/** How many missing files are printed; `missing.txt` in the archive lists all. */
const PRINTED_MAX = 20;
/** Wait after a scheduled backup that failed. */
const RETRY_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
const USAGE = 'Usage: npm run backup [-- file.tar], or npm run backup -- [--keep N] [--every HOURS]';

interface Arguments {
  file?: string;
  keep?: number;
  everyHours?: number;
}

async function backup(command: Command): Promise<number> {
  const options = parseArguments();
  if (options.everyHours !== undefined) return backUpEvery(options.everyHours, options, command);
  return backUpOnce(options, command);
}

async function backUpOnce({ file: name, keep }: Arguments, command: Command): Promise<number> {
  const { config, version, signal, pathOf, print } = command;
  return withDatabase(command, async (databaseUrl) => {
    const [storage, file] = [await configuredStorage(config), pathOf(name ?? defaultArchiveName(new Date()))];
    const code = report(file, await makeBackup({ databaseUrl, storage, file, version, signal }));
    if (keep === undefined) return code;
    for (const removed of await removeOldArchives(dirname(file), keep)) print(`Removed ${removed}`);
    return code;
  });
}

/** Makes a backup whenever the newest archive of the folder is older than the interval, also after a restart. */
async function backUpEvery(hours: number, options: Arguments, command: Command): Promise<number> {
  const { config, signal, pathOf } = command;
  if (config.metrics) await serveMetrics(config.metrics);
  while (!signal.aborted) {
    const newest = await newestArchiveAt(pathOf('.'));
    if (newest) lastBackup.set(newest.getTime() / 1000);
    let waitMs = newest ? newest.getTime() + hours * HOUR_MS - Date.now() : 0;
    if (waitMs <= 0) waitMs = (await tryBackup(options, command)) ? 0 : RETRY_MS;
    await delay(Math.min(waitMs, HOUR_MS), undefined, { signal }).catch(() => undefined);
  }
  return 0;
}

/**
 * Makes a backup; prints the error if it fails.
 * @returns whether an archive was written, even if files are missing from it
 */
async function tryBackup(options: Arguments, command: Command): Promise<boolean> {
  try {
    await backUpOnce(options, command);
    return true;
  } catch (error) {
    if (!command.signal.aborted) console.error(describeError(error));
    return false;
  }
}

function parseArguments(): Arguments {
  try {
    const { positionals, values } = parseArgs({
      args: process.argv.slice(2),
      options: { keep: { type: 'string' }, every: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...rest] = positionals;
    if (rest.length > 0 || (file && (values.keep ?? values.every))) throw new Error('one archive');
    return { file, keep: parsePositive(values.keep), everyHours: parsePositive(values.every) };
  } catch {
    throw new OperatorError(USAGE);
  }
}

function parsePositive(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error('a whole number');
  return Number(value);
}

function report(file: string, { rows, files, bytes, missing }: BackupSummary): number {
  console.log(`${file} holds ${formatCount(rows, 'row')} and ${formatCount(files, 'file')} (${formatSize(bytes)})`);
  if (missing.length === 0) return 0;
  console.error(`The storage lacks ${formatCount(missing.length, 'file')} that the database refers to:`);
  for (const line of missing.slice(0, PRINTED_MAX)) console.error(`  ${line}`);
  console.error('missing.txt in the archive lists all of them; everything else was saved');
  return 1;
}

await runCommand(backup);
