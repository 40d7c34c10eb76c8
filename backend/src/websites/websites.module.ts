import { Module } from '@nestjs/common';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { WebsiteReader } from './read-website.js';

/** Provides the reader of clients' websites. */
@Module({
  providers: [{ provide: WebsiteReader, inject: [CONFIG], useFactory: makeReader }],
  exports: [WebsiteReader],
})
export class WebsitesModule {}

function makeReader({ scanExceptions }: Config): WebsiteReader {
  return new WebsiteReader({ exceptions: scanExceptions });
}
