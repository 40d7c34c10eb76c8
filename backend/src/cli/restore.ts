import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { OperatorError } from '../platform/operator-error.js';
import { configuredStorage } from '../platform/storage/storage.module.js';
import { restoreBackup } from './backup/restore-backup.js';
import { verifyArchive } from './backup/verify-archive.js';
import { formatCount, runCommand, formatSize, type Command } from './command.js';
import { withIdleDatabase } from './database.js';

/** `npm run restore -- file.tar [--replace]`: restores an archive into the configured database and storage. */

/** Tables whose numbers of rows are printed; the other tables hold details of these. */
const PRINTED_TABLES = ['users', 'agencies', 'clients', 'reviews', 'images'];

async function restore(command: Command): Promise<number> {
  const { config, print, signal } = command;
  const { file, present } = parseArguments(command);
  print(`Checking ${file} …`);
  const manifest = await verifyArchive(file, signal);
  const {
    files,
    bytes,
    existing: there,
  } = await withIdleDatabase(command, async (databaseUrl) => {
    const storage = await configuredStorage(config);
    return restoreBackup({ databaseUrl, storage, file, manifest, existingData: present, signal });
  });
  const counts = manifest.tables.flatMap(({ name, rows }) => (PRINTED_TABLES.includes(name) ? `${name}: ${rows}` : []));
  const all = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  print(`Restored what was saved at ${manifest.createdAt} by version ${manifest.version}:`);
  print(`  ${formatCount(all, 'row')} (${counts.join(', ')})`);
  print(`  ${formatCount(files, 'file')} (${formatSize(bytes)}), of which ${there} were there already`);
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
