import 'reflect-metadata';
import { defaultName } from './backup/archive-writer.js';
import { BackupError } from './backup/backup-error.js';
import { counted, runCommand, sizeOf, type Command } from './backup/command.js';
import { openDatabase } from './backup/databases.js';
import { makeBackup, type BackupSummary } from './backup/make-backup.js';
import { configuredStorage } from './storage/configured-storage.js';

/** `npm run backup [-- file.tar]`: everything into one archive, while the product runs or not. */

/** Files that are named one by one; all of them stand in the archive. */
const SHOWN_MAX = 20;

async function backup(command: Command): Promise<number> {
  const [name = defaultName(new Date()), ...rest] = process.argv.slice(2);
  if (rest.length > 0 || name.startsWith('-')) throw new BackupError('Usage: npm run backup [-- file.tar]');
  const file = command.pathOf(name);
  const database = await openDatabase(command);
  try {
    const storage = await configuredStorage(command.config);
    const { version, signal } = command;
    return tell(file, await makeBackup({ databaseUrl: database.url, storage, file, version, signal }));
  } finally {
    await database.close();
  }
}

function tell(file: string, { rows, files, bytes, missing }: BackupSummary): number {
  console.log(`${file} holds ${counted(rows, 'row')} and ${counted(files, 'file')} (${sizeOf(bytes)})`);
  if (missing.length === 0) return 0;
  console.error(`The storage does not have ${counted(missing.length, 'file')} that the database shows:`);
  for (const line of missing.slice(0, SHOWN_MAX)) console.error(`  ${line}`);
  console.error('All that is missing stands in missing.txt in the archive; the rest is complete');
  return 1;
}

await runCommand(backup);
