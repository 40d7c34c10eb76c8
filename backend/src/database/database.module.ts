import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from './data-source.js';
import { PatientClient } from './patient-client.js';

/** Injection token of PostgreSQL's address. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** After this PostgreSQL gives up a transaction whose process is gone without a word, and with it the rows that it locked. */
const FORSAKEN_MS = 10_000;

/** The connection to PostgreSQL, shared by all domains. */
@Global()
@Module({})
export class DatabaseModule {
  static for(databaseUrl: string): DynamicModule {
    const { extra, ...options } = dataSourceOptions(databaseUrl);
    const patience = { Client: PatientClient, idle_in_transaction_session_timeout: FORSAKEN_MS };
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...options, extra: { ...extra, ...patience } })],
      providers: [{ provide: DATABASE_URL, useValue: databaseUrl }],
      exports: [DATABASE_URL],
    };
  }
}
