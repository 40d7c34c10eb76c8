import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { keptSessionSecret } from '../start/session-secret.js';
import { sessionMiddleware } from './session.js';

/** Injection token of the session middleware, which HTTP and sockets share. */
export const SESSION = Symbol('SESSION');

@Module({
  providers: [
    {
      provide: SESSION,
      inject: [DataSource, CONFIG],
      useFactory: async (db: DataSource, { sessionSecret, dataDir }: Config) =>
        sessionMiddleware(db, sessionSecret ?? (await keptSessionSecret(dataDir))),
    },
  ],
  exports: [SESSION],
})
export class SessionModule {}
