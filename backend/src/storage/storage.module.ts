import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { DiskStorage } from './disk.js';
import { S3Storage } from './s3.js';
import { Storage } from './storage.js';

/** Where files are kept: in the bucket that the configuration names, or else on the disk. */
@Global()
@Module({
  providers: [
    {
      provide: Storage,
      inject: [CONFIG],
      useFactory: ({ s3, dataDir }: Config) => (s3 ? new S3Storage(s3) : new DiskStorage(join(dataDir, 'media'))),
    },
  ],
  exports: [Storage],
})
export class StorageModule {}
