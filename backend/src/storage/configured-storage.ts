import type { Config } from '../config.js';
import { mediaFolder } from '../start/data-dir.js';
import { DiskStorage } from './disk.js';
import type { Storage } from './storage.js';

/** Where files are kept: in the bucket that the configuration names, or else on the disk. Chosen here alone. */
export async function configuredStorage(config: Config): Promise<Storage> {
  if (!config.s3) return new DiskStorage(mediaFolder(config));
  // Its client takes time to load, and memory.
  const { S3Storage } = await import('./s3.js');
  return new S3Storage(config.s3);
}
