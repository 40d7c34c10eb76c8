import 'reflect-metadata';
import { OperatorError } from '../platform/operator-error.js';
import { mediaFolder } from '../platform/storage/data-dir.js';
import { S3Storage } from '../platform/storage/s3.js';
import { copyStorage } from './backup/copy-storage.js';
import { formatCount, runCommand, formatSize, type Command } from './command.js';
import { withDatabase } from './database.js';

/**
 * `npm run migrate:storage`: copies stored files from `DATA_DIR/media` to the configured bucket. It needs the
 * database, whose rows list the files.
 */
async function migrateStorage(command: Command): Promise<number> {
  const { config, print, signal } = command;
  const { s3 } = config;
  if (!s3) {
    throw new OperatorError(
      'S3_ENDPOINT is not set: set it, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY to the bucket that shall receive the files',
    );
  }
  const { copied, bytes, present, failed } = await withDatabase(command, (databaseUrl) =>
    copyStorage({ databaseUrl, folder: mediaFolder(config), target: new S3Storage(s3), print, signal }),
  );
  print(`Copied ${formatCount(copied, 'file')} (${formatSize(bytes)}) to ${s3.bucket}; ${present} were there already`);
  if (failed === 0) return 0;
  console.error(
    `${formatCount(failed, 'file')} could not be copied: see the lines above, remove the cause, then run this again`,
  );
  return 1;
}

await runCommand(migrateStorage);
