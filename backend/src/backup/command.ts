import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../common/errors.js';
import { callersFolder, ConfigError, loadConfig } from '../config.js';
import { isDatabaseDown } from '../database/outage.js';
import { onStopSignals } from '../start/signals.js';
import { failedWith, messageOf, StartError } from '../start/start-error.js';
import { BackupError } from './backup-error.js';
import type { Surroundings } from './databases.js';

// From backend/dist/src/backup.
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

const IN_USE =
  'The database is in use: let the other backup, restore or migration end; for a restore, stop the API and all workers';

/** What a command of this folder works with. */
export interface Command extends Surroundings {
  signal: AbortSignal;
  /** Absolute path of what the person named relative to their own folder. */
  pathOf(name: string): string;
  /** Of this product. */
  version: string;
}

/**
 * Runs one of the commands as its own process, with the configuration of the product, and ends the process.
 * @param work answers the exit code
 */
export async function runCommand(work: (command: Command) => Promise<number>): Promise<never> {
  const folder = callersFolder();
  const signal = onStopSignals(() => process.exit(1));
  let code = 1;
  try {
    process.chdir(root);
    if (existsSync('.env')) process.loadEnvFile('.env');
    const print = (line: string): void => console.log(line);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const pathOf = (name: string): string => resolve(folder, name);
    code = await work({ config: loadConfig(), signal, print, pathOf, version });
  } catch (error) {
    console.error(signal.aborted ? 'Stopped before the end; the database is as it was' : sentenceOf(error));
  }
  process.exit(code);
}

/** A sentence for what may happen to anybody; for all else, all that is known. */
function sentenceOf(error: unknown): unknown {
  if ([BackupError, ConfigError, StartError, AppError].some((kind) => error instanceof kind)) return messageOf(error);
  if (failedWith(error, '55P03')) return IN_USE;
  if (isDatabaseDown(error) || failedWith(error, '28P01', '28000', '3D000', '42501')) {
    return `The database cannot be used: ${messageOf(error) || String((error as { code?: unknown }).code)}`;
  }
  const isOfSystem = failedWith(error, 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'EISDIR');
  return isOfSystem ? `The system refused: ${messageOf(error)}` : error;
}

/** `1.2 GB`, as people read it. */
export function sizeOf(bytes: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = ['bytes', 'kB', 'MB', 'GB', 'TB'][power]!;
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${unit}`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
