import 'reflect-metadata';
import { OperatorError } from '../platform/operator-error.js';
import { configuredStorage } from '../platform/storage/storage.module.js';
import { formatCount, runCommand, type Command } from './command.js';
import { withDatabase } from './database.js';
import { runChecks, type Options, type Result } from './doctor/run-checks.js';

/**
 * `npm run doctor [-- [--repair] [--checksums]]`: checks whether rows and files agree, and repairs them with
 * `--repair`, whether or not the product runs.
 */

const OPTIONS = ['--repair', '--checksums'];

const OUTCOMES: Record<Result['outcome'], (result: Result) => string> = {
  repairable: ({ action }) => `a repair would ${action}`,
  repaired: ({ action }) => `repaired: ${action}`,
  failed: ({ action, reason }) => `could not be repaired (${action}): ${reason}`,
  manual: ({ action }) => `no automatic repair: ${action}`,
};

async function doctor(command: Command): Promise<number> {
  const { config, print, signal } = command;
  const options = requestedOptions(process.argv.slice(2));
  const report = (result: Result): void => print(`${result.problem}; ${OUTCOMES[result.outcome](result)}`);
  try {
    const { found, left } = await withDatabase(command, async (databaseUrl) => {
      const storage = await configuredStorage(config);
      return runChecks({ ...config, databaseUrl, storage, signal }, options, report);
    });
    if (found === 0) print(options.checksums ? 'Rows, files and checksums agree' : 'Rows and files agree');
    else if (options.mode === 'repair')
      print(`${formatCount(found, 'finding')}, ${found - left} repaired, ${left} left`);
    else print(`${formatCount(found, 'finding')}; npm run doctor -- --repair repairs what it can`);
    return left === 0 ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    console.error('Stopped; repairs already made are kept');
    return 1;
  }
}

function requestedOptions(given: string[]): Options {
  if (!given.every((option) => OPTIONS.includes(option))) {
    throw new OperatorError('Usage: npm run doctor [-- [--repair] [--checksums]]');
  }
  return { mode: given.includes('--repair') ? 'repair' : 'check', checksums: given.includes('--checksums') };
}

await runCommand(doctor);
