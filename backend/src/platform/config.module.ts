import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config.js';

/** Injection token of the parsed configuration. */
export const CONFIG = Symbol('CONFIG');

/** Makes the configuration injectable everywhere. */
@Global()
@Module({})
export class ConfigModule {
  static for(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
