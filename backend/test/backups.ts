import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup, type BackupSummary } from '../src/cli/backup/make-backup.js';
import { restoreBackup, type RestoredFiles } from '../src/cli/backup/restore-backup.js';
import { verifyArchive } from '../src/cli/backup/verify-archive.js';
import { loadConfig } from '../src/config.js';
import { configuredStorage } from '../src/platform/storage/storage.module.js';
import type { Storage } from '../src/platform/storage/storage.js';
import { startApp, type TestApp } from './app.js';
import { startS3, type TestS3 } from './s3.js';

/** The sizes of the product, by where they keep files. */
export const SIZES = ['disk', 'S3'] as const;
export type Size = (typeof SIZES)[number];

/** The API, and the storage that it uses. */
export interface StoredApp extends TestApp {
  storage: Storage;
  /** The configuration of its storage. */
  env: Record<string, string>;
}

/** Boots the API with its files on the disk, or on an S3 server of its own. */
export async function startStoredApp(size: Size): Promise<StoredApp> {
  const s3 = size === 'S3' ? await startS3() : null;
  const env = s3 ? variablesOf(s3) : {};
  const app = await startApp(env);
  const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir, ...env }));
  const close = async (): Promise<void> => {
    await app.close();
    await s3?.stop();
  };
  return { ...app, storage, env, close };
}

/** The configuration that reaches an S3 server. */
export function variablesOf({ config }: TestS3): Record<string, string> {
  return {
    S3_ENDPOINT: config.endpoint,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY: config.accessKey,
    S3_SECRET_KEY: config.secretKey,
  };
}

/** A folder for archives, and what is done with them. */
export interface Archives {
  folder: string;
  /** Backs an app up into the archive of this name. */
  backUp(app: Pick<StoredApp, 'databaseUrl' | 'storage'>, name: string): Promise<BackupSummary & { file: string }>;
  /** Restores an archive of this name, or at this path, as the command does. */
  restore(
    app: Pick<StoredApp, 'databaseUrl' | 'storage'>,
    name: string,
    present?: 'refuse' | 'replace',
  ): Promise<RestoredFiles>;
  remove(): Promise<void>;
}

export async function makeArchives(): Promise<Archives> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-archives-'));
  return {
    folder,
    backUp: async ({ databaseUrl, storage }, name) => {
      const file = join(folder, name);
      return { file, ...(await makeBackup({ databaseUrl, storage, file, version: '1.2.3' })) };
    },
    restore: async ({ databaseUrl, storage }, name, present = 'refuse') => {
      const file = join(folder, name);
      const manifest = await verifyArchive(file);
      return restoreBackup({ databaseUrl, storage, file, manifest, existingData: present });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
