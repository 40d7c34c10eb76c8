import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigError, loadConfig, SECRET_MIN, type Config } from '../config.js';
import { checkDatabase } from '../database/check-database.js';
import { connectionsOf, rolesOfStart } from '../database/connections.js';
import { dataSourceOptions } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { untilMigrated } from '../database/pending-migrations.js';
import { User } from '../users/user.entity.js';
import { ensureFirstUser } from '../users/users.service.js';
import { endWithFailure } from '../platform/process-failure.js';
import { cleanConsole } from './clean-console.js';
import { describeError } from './command.js';
import { FOR_START } from './start/preparation.js';

/**
 * `npm run migrate`: applies pending migrations to the database of DATABASE_URL, and creates the first member of
 * staff if there is none. With `--wait` it changes nothing, and waits until another process has migrated. Exits with
 * 1 on an error; PostgreSQL rolls back an interrupted migration.
 */

/** Uses ADMIN_EMAIL, ADMIN_NAME and ADMIN_PASSWORD; without a password it creates one and prints it. */
async function createFirstUserIfMissing(databaseUrl: string, config: Config): Promise<void> {
  const email = config.adminEmail ?? 'admin@localhost';
  const password = config.adminPassword ?? randomBytes(12).toString('base64url');
  const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 2 }).initialize();
  const printLogin = (): void => {
    console.log(`The first member of staff is ${email}`);
    if (!config.adminPassword) console.log(`Password (shown only this once): ${password}`);
  };
  try {
    await checkSecret(db, config);
    await ensureFirstUser(db, { email, password, name: config.adminName ?? '' }, printLogin);
  } finally {
    await db.destroy();
  }
}

/** Refuses a short SESSION_SECRET for a new installation, which has no user yet, and warns an existing one. */
async function checkSecret(db: DataSource, { sessionSecret }: Config): Promise<void> {
  if (sessionSecret === undefined || sessionSecret.length >= SECRET_MIN) return;
  const problem = `SESSION_SECRET: got a value that is not at least ${SECRET_MIN} characters`;
  if (!(await db.manager.exists(User))) throw new ConfigError(problem);
  console.warn(`${problem}; this installation goes on with it: set a longer one, after which everybody signs in again`);
}

async function main(): Promise<void> {
  const config = loadConfig();
  if (!config.databaseUrl) {
    throw new ConfigError('DATABASE_URL: not set; only `npm start` brings a database of its own');
  }
  if (process.argv.includes('--wait')) {
    return untilMigrated(config.databaseUrl, new Logger('Migrations'), new AbortController().signal);
  }
  // Processes that are not started by `npm start` each check their own connections.
  const roles = process.argv.includes(FOR_START) ? rolesOfStart(config) : [];
  await checkDatabase(config.databaseUrl, { connections: connectionsOf(config, roles), creates: true });
  await migrate(config.databaseUrl);
  await createFirstUserIfMissing(config.databaseUrl, config);
}

// As PID 1 in a container, a process without handlers ignores these signals.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

cleanConsole();
main().catch((error: unknown) => {
  endWithFailure(describeError(error));
});
