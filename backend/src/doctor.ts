import 'reflect-metadata';
import { BackupError } from './backup/backup-error.js';
import { counted, runCommand, type Command } from './backup/command.js';
import { openDatabase } from './backup/databases.js';
import { examine, type Diagnosis, type Treatment } from './doctor/examine.js';
import type { TreatedFinding } from './doctor/finding.js';
import { configuredStorage } from './storage/configured-storage.js';

/** `npm run doctor [-- --repair]`: whether rows and files agree, and mends what can be mended, while the product runs or not. */
async function doctor(command: Command): Promise<number> {
  const { config, signal } = command;
  const treatment = wanted(process.argv.slice(2));
  const database = await openDatabase(command);
  try {
    const premises = {
      databaseUrl: database.url,
      storage: await configuredStorage(config),
      redisUrl: config.redisUrl,
      signal,
    };
    return conclude(await examine(premises, treatment, (finding) => console.log(lineOf(finding))), treatment);
  } catch (error) {
    if (!signal.aborted) throw error;
    console.error('Stopped before the end; what was repaired stays so');
    return 1;
  } finally {
    await database.close();
  }
}

function wanted(given: string[]): Treatment {
  if (given.length === 0) return 'look';
  if (given.length === 1 && given[0] === '--repair') return 'repair';
  throw new BackupError('Usage: npm run doctor [-- --repair]');
}

function lineOf({ what, cure, outcome, reason }: TreatedFinding): string {
  const ends = {
    mendable: `a repair would ${cure}`,
    repaired: `repaired: ${cure}`,
    failed: `could not be repaired (${cure}): ${reason}`,
    lost: `no repair can mend it: ${cure}`,
  };
  return `${what}; ${ends[outcome]}`;
}

function conclude({ found, left }: Diagnosis, treatment: Treatment): number {
  if (found === 0) console.log('Rows and files agree');
  else if (treatment === 'look')
    console.log(`${counted(found, 'finding')}; npm run doctor -- --repair mends what can be mended`);
  else console.log(`${counted(found, 'finding')}, ${found - left} repaired, ${left} left`);
  return left === 0 ? 0 : 1;
}

await runCommand(doctor);
