import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';
import { callersFolder, loadConfig, readEnvFile, type Config } from '../config.js';
import { isDatabaseDown } from '../platform/database/outage.js';
import { AppError } from '../platform/http/errors.js';
import { failedWith, messageOf, OperatorError } from '../platform/operator-error.js';
import { StorageError } from '../platform/storage/storage.js';
import { cleanConsole } from './clean-console.js';
import { onStopSignals } from './start/stop-signals.js';

// From backend/dist/src/cli.
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** The context of a command. */
export interface Command {
  config: Config;
  /** Prints a line for the operator. */
  print: (line: string) => void;
  signal: AbortSignal;
  /** Resolves a file name relative to the folder in which the operator started the command. */
  pathOf(name: string): string;
  /** Version of this product. */
  version: string;
}

/**
 * Runs a command with the product's configuration in this process, and then exits the process.
 * @param work returns the exit code
 */
export async function runCommand(work: (command: Command) => Promise<number>): Promise<never> {
  cleanConsole();
  const folder = callersFolder();
  const signal = onStopSignals(() => process.exit(1));
  // Warnings are not logged, so that the last line is the command's own report or error.
  Logger.overrideLogger(['fatal', 'error']);
  let code = 1;
  try {
    process.chdir(root);
    readEnvFile();
    const print = (line: string): void => console.log(line.replaceAll('\n', ' '));
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const pathOf = (name: string): string => resolve(folder, name);
    code = await work({ config: loadConfig(), signal, print, pathOf, version });
  } catch (error) {
    console.error(signal.aborted ? 'Stopped before the end; the database is as it was' : describeError(error));
  }
  process.exit(code);
}

/** Returns a sentence for errors that an operator can resolve, and any other error unchanged. */
export function describeError(error: unknown): unknown {
  if (error instanceof StorageError) return error.line;
  if (error instanceof OperatorError || error instanceof AppError) return error.message;
  if (failedWith(error, '55P03')) {
    return 'The database is in use: let the other backup, restore or migration end; for a restore, stop the API and all workers';
  }
  if (isDatabaseDown(error) || failedWith(error, '28P01', '28000', '3D000', '42501')) {
    return `DATABASE_URL: the database cannot be used (${messageOf(error) || String((error as { code?: unknown }).code)})`;
  }
  const isSystemError = failedWith(error, 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'EISDIR');
  return isSystemError ? `The operating system refused it: ${messageOf(error)}` : error;
}

/** Formats a number of bytes, such as `1.2 GB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = ['bytes', 'kB', 'MB', 'GB', 'TB'][power]!;
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${unit}`;
}

/** Formats a count with its noun: `1 file`, `2 files`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
