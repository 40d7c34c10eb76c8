import 'reflect-metadata';
import { BackupError } from './backup/backup-error.js';
import { counted, runCommand, sizeOf, type Command } from './backup/command.js';
import { copyStorage } from './backup/copy-storage.js';
import { openDatabase } from './backup/databases.js';
import { mediaFolder } from './start/data-dir.js';
import { S3Storage } from './storage/s3.js';

/** `npm run migrate:storage`: copies stored files from `DATA_DIR/media` to the bucket of the configuration. */

async function migrateStorage(command: Command): Promise<number> {
  const { config, print, signal } = command;
  if (!config.s3) {
    throw new BackupError(
      'S3_ENDPOINT is not set: set it, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY to where the files are to go',
    );
  }
  const database = await openDatabase(command);
  try {
    const target = new S3Storage(config.s3);
    const folder = mediaFolder(config);
    const { copied, bytes, there, failed } = await copyStorage({
      databaseUrl: database.url,
      folder,
      target,
      print,
      signal,
    });
    print(`Copied ${counted(copied, 'file')} (${sizeOf(bytes)}) to ${config.s3.bucket}; ${there} were there already`);
    if (failed > 0) console.error(`${counted(failed, 'file')} could not be copied: run this again when that is mended`);
    return failed > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}

await runCommand(migrateStorage);
