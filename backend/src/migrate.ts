import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ConfigError, loadConfig, type Config } from './config.js';
import { dataSourceOptions } from './database/data-source.js';
import { migrate } from './database/migrate.js';
import { ensureFirstUser } from './users/users.service.js';

/** Brings the database up to date and makes the first member of staff. */

async function createFirstUser(databaseUrl: string, config: Config): Promise<void> {
  const email = config.adminEmail ?? 'admin@localhost';
  const password = config.adminPassword ?? randomBytes(12).toString('base64url');
  const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 2 }).initialize();
  const tell = (): void => {
    console.log(`The first member of staff is ${email}`);
    if (!config.adminPassword) console.log(`Password (shown only this once): ${password}`);
  };
  await ensureFirstUser(db, { email, password }, tell).finally(() => db.destroy());
}

async function main(): Promise<void> {
  const config = loadConfig();
  if (!config.databaseUrl)
    throw new ConfigError('DATABASE_URL: not set; only `npm start` brings a database of its own');
  await migrate(config.databaseUrl);
  await createFirstUser(config.databaseUrl, config);
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
