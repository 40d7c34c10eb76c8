import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { OperatorError } from '../platform/operator-error.js';
import { configuredStorage } from '../platform/storage/storage.module.js';
import { restoreBackup } from './backup/restore-backup.js';
import { verifyArchive } from './backup/verify-archive.js';
import { counted, runCommand, sizeOf, type Command } from './command.js';
import { withIdleDatabase } from './database.js';

/** `npm run restore -- file.tar [--replace]`: all of an archive into the database and storage of the configuration. */

/** Tables whose rows are printed one by one; the others are parts of these. */
const PRINTED = ['users', 'agencies', 'clients', 'reviews', 'images'];

async function restore(command: Command): Promise<number> {
  const { config, print, signal } = command;
  const { file, present } = parseArguments(command);
  print(`Checking ${file} …`);
  const manifest = await verifyArchive(file, signal);
  const { files, bytes, there } = await withIdleDatabase(command, async (databaseUrl) => {
    const storage = await configuredStorage(config);
    return restoreBackup({ databaseUrl, storage, file, manifest, present, signal });
  });
  const counts = manifest.tables.flatMap(({ name, rows }) => (PRINTED.includes(name) ? `${name}: ${rows}` : []));
  const all = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  print(`Restored what was saved at ${manifest.createdAt} by version ${manifest.version}:`);
  print(`  ${counted(all, 'row')} (${counts.join(', ')})`);
  print(`  ${counted(files, 'file')} (${sizeOf(bytes)}), of which ${there} were there already`);
  return 0;
}

function parseArguments({ pathOf }: Command): { file: string; present: 'refuse' | 'replace' } {
  try {
    const { positionals, values } = parseArgs({
      args: process.argv.slice(2),
      options: { replace: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length !== 1) throw new Error('one archive');
    return { file: pathOf(positionals[0]!), present: values.replace ? 'replace' : 'refuse' };
  } catch {
    throw new OperatorError('Usage: npm run restore -- file.tar [--replace]');
  }
}

await runCommand(restore);
