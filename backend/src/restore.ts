import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { BackupError } from './backup/backup-error.js';
import { counted, runCommand, sizeOf, type Command } from './backup/command.js';
import { takeDatabase } from './backup/databases.js';
import { restoreBackup } from './backup/restore-backup.js';
import { MIGRATIONS } from './backup/tables.js';
import { verifyArchive } from './backup/verify-archive.js';
import { configuredStorage } from './storage/configured-storage.js';

/** `npm run restore -- file.tar [--replace]`: all of an archive into the database and storage of the configuration. */

/** Tables that are told one by one; the others are parts of these. */
const TOLD = ['users', 'agencies', 'clients', 'moments', 'images', 'gmb_optimizations'];

async function restore(command: Command): Promise<number> {
  const { file, present } = parseArguments(command);
  const { config, print, signal } = command;
  print(`Checking ${file} …`);
  const manifest = await verifyArchive(file, MIGRATIONS, signal);
  const database = await takeDatabase(command);
  try {
    const storage = await configuredStorage(config);
    const { files, bytes, there } = await restoreBackup({
      databaseUrl: database.url,
      storage,
      file,
      manifest,
      present,
      signal,
    });
    const counts = manifest.tables.flatMap(({ name, rows }) => (TOLD.includes(name) ? `${name}: ${rows}` : []));
    const all = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
    print(`Restored what was saved at ${manifest.createdAt} by version ${manifest.version}:`);
    print(`  ${counted(all, 'row')} (${counts.join(', ')})`);
    print(`  ${counted(files, 'file')} (${sizeOf(bytes)}), of which ${there} were there already`);
    return 0;
  } finally {
    await database.close();
  }
}

function parseArguments({ pathOf }: Command): { file: string; present: 'refuse' | 'replace' } {
  const options = {
    args: process.argv.slice(2),
    options: { replace: { type: 'boolean' } },
    allowPositionals: true,
  } as const;
  try {
    const { positionals, values } = parseArgs(options);
    if (positionals.length !== 1) throw new Error('one archive');
    return { file: pathOf(positionals[0]!), present: values.replace ? 'replace' : 'refuse' };
  } catch {
    throw new BackupError('Usage: npm run restore -- file.tar [--replace]');
  }
}

await runCommand(restore);
