import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from './data-source.js';

/** Injection token of PostgreSQL's address. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/** The connection to PostgreSQL, shared by all domains. */
@Global()
@Module({})
export class DatabaseModule {
  static for(databaseUrl: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot(dataSourceOptions(databaseUrl))],
      providers: [{ provide: DATABASE_URL, useValue: databaseUrl }],
      exports: [DATABASE_URL],
    };
  }
}
