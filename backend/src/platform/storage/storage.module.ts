import { Global, Module } from '@nestjs/common';
import type { Config } from '../../config.js';
import { CONFIG } from '../config.module.js';
import { mediaFolder } from './data-dir.js';
import { DiskStorage } from './disk.js';
import { Storage } from './storage.js';

/** The storage of files: the configured bucket, otherwise the disk. No other file makes this choice. */
export async function configuredStorage(config: Config): Promise<Storage> {
  if (!config.s3) return new DiskStorage(mediaFolder(config));
  // Loaded only here, since the client takes time to load, and memory.
  const { S3Storage } = await import('./s3.js');
  return new S3Storage(config.s3);
}

/** Makes the storage injectable everywhere. */
@Global()
@Module({
  providers: [
    {
      provide: Storage,
      inject: [CONFIG],
      useFactory: async (config: Config): Promise<Storage> => {
        // The system keeps files of the disk in memory by itself.
        if (!config.s3) return configuredStorage(config);
        const { CachedS3Storage } = await import('./cached-storage.js');
        return new CachedS3Storage(config.s3);
      },
    },
  ],
  exports: [Storage],
})
export class StorageModule {}
