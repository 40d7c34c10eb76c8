import { Module } from '@nestjs/common';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { WebsiteReader } from './website-reader.js';

/** Provides `WebsiteReader`. */
@Module({
  providers: [
    {
      provide: WebsiteReader,
      inject: [CONFIG],
      useFactory: ({ scanExceptions, proxies }: Config) => new WebsiteReader({ exceptions: scanExceptions, proxies }),
    },
  ],
  exports: [WebsiteReader],
})
export class WebsitesModule {}
