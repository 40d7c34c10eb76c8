import { join } from 'node:path';
import type { Config } from '../config.js';
import { DiskStorage } from './disk.js';
import { S3Storage } from './s3.js';
import type { Storage } from './storage.js';

/** Where files are kept: in the bucket that the configuration names, or else on the disk. Chosen here alone. */
export function configuredStorage(config: Config): Storage {
  return config.s3 ? new S3Storage(config.s3) : new DiskStorage(mediaFolder(config));
}

/** The folder of files on the disk. */
export function mediaFolder({ dataDir }: Config): string {
  return join(dataDir, 'media');
}
