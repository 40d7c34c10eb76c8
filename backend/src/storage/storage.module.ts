import { Global, Module } from '@nestjs/common';
import { CONFIG } from '../common/config.module.js';
import { configuredStorage } from './configured-storage.js';
import { Storage } from './storage.js';

/** Makes the storage injectable everywhere. */
@Global()
@Module({
  providers: [{ provide: Storage, inject: [CONFIG], useFactory: configuredStorage }],
  exports: [Storage],
})
export class StorageModule {}
