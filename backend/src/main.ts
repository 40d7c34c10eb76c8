import 'reflect-metadata';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { logEverythingAsJson, ProductLogger } from './platform/logging/logger.js';
import { checkPort } from './cli/start/port.js';
import { ConfigError, isProduction, loadConfig, type Config } from './config.js';
import { untilDatabaseIsUsable } from './database/check-database.js';
import { connectionsOf } from './database/connections.js';
import { untilMigrated } from './database/pending-migrations.js';
import { prepareStorage } from './prepare-storage.js';
import { serveMetrics } from './platform/metrics/metrics-server.js';
import { OperatorError } from './platform/operator-error.js';
import { endWithFailure } from './platform/process-failure.js';
import { createDataDir } from './platform/storage/data-dir.js';

/** One process: ROLES=api answers browsers, ROLES=worker works in the background, both together do both. */

// From backend/dist/src to the project's folder.
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const SERVED = { frontendDir: join(ROOT, 'frontend', 'dist'), docsDir: join(ROOT, 'docs') };

/** Less than the supervisor, or `docker stop`, waits before it kills. */
const STOP_DEADLINE_MS = 9000;

// Each role loads only the modules that it needs, to save memory.
async function startApi(config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  const [{ ApiModule }, { HttpAdapter }, { setUpHttp }] = await Promise.all([
    import('./api.module.js'),
    import('./platform/http/server.js'),
    import('./http.js'),
  ]);
  const options = { bodyParser: false, logger: new ProductLogger(config) };
  const module = ApiModule.for(config, databaseUrl);
  const app = await NestFactory.create<NestExpressApplication>(module, new HttpAdapter(), options);
  await setUpHttp(app, config, SERVED);
  await app.listen(config.port, config.host);
  process.send?.({ type: 'ready', url: addressOf(config, await app.getUrl()) });
  return app;
}

// On all interfaces a person types "localhost", where the framework names one of its addresses.
function addressOf({ host }: Config, url: string): string {
  return ['0.0.0.0', '::'].includes(host) ? `http://localhost:${new URL(url).port}` : url;
}

/** Starts once the database has all migrations; `undefined` if the process is to stop before that. */
async function startWorker(
  config: Config,
  databaseUrl: string,
  stopping: AbortSignal,
): Promise<INestApplicationContext | undefined> {
  const logger = new ProductLogger(config);
  Logger.overrideLogger(logger);
  await untilMigrated(databaseUrl, new Logger('Worker'), stopping);
  if (stopping.aborted) return undefined;
  const { WorkerModule } = await import('./worker.module.js');
  const app = await NestFactory.createApplicationContext(WorkerModule.for(config, databaseUrl), { logger });
  process.send?.({ type: 'ready' });
  return app;
}

/** Shuts down gracefully; exits with 1 at the deadline. */
function stopWith(apps: Promise<(INestApplicationContext | undefined)[]>, stopping: AbortController) {
  return (exitCode: number): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    apps
      .then((started) => Promise.all(started.map((app) => app?.close())))
      .then(
        () => process.exit(exitCode),
        () => process.exit(1),
      );
  };
}

// With the queue in PostgreSQL, the client of Redis is not loaded.
async function checkRedis({ roles }: Config, url: string): Promise<void> {
  const redis = await import('./platform/queue/redis-check.js');
  const logger = new Logger('Redis');
  // Of the processes that `npm start` runs, one warns.
  const isFirst = roles.includes('api') || !process.send;
  await redis.checkRedis(url, (line) => isFirst && logger.warn(line));
}

async function main(): Promise<void> {
  let stop = (exitCode: number): void => process.exit(exitCode);
  // Unhandled rejections end here as well. The process's state is unknown afterwards, so a new process takes over.
  process.on('uncaughtException', (error, origin) => {
    new Logger('Process').fatal(`${origin}: ${format(error)}; the process stops, to be started again`);
    stop(1);
  });
  if (isProduction()) logEverythingAsJson();
  const config = loadConfig();
  const { databaseUrl } = config;
  if (!databaseUrl) throw new ConfigError('DATABASE_URL: not set; only `npm start` brings a database of its own');
  // The process before this one, which `npm start` replaces, may still be ending.
  if (config.roles.includes('api')) await checkPort(config, process.send !== undefined);
  let hasStarted = false;
  Logger.overrideLogger(new ProductLogger(config));
  if (config.redisUrl) await checkRedis(config, config.redisUrl);
  if (config.metrics) await serveMetrics(config.metrics, () => hasStarted);
  await untilDatabaseIsUsable(databaseUrl, connectionsOf(config, config.roles), new Logger('Database'));
  // A worker whose files are elsewhere needs none.
  if (!config.s3 || config.roles.includes('api')) await createDataDir(config.dataDir);
  await prepareStorage(config, databaseUrl);
  const stopping = new AbortController();
  const starts = { api: startApi, worker: startWorker };
  const apps = Promise.all(config.roles.map((role) => starts[role](config, databaseUrl, stopping.signal)));
  stop = stopWith(apps, stopping);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
  // The parent is gone, so no signal would come.
  process.on('disconnect', () => stop(0));
  await apps;
  hasStarted = true;
}

main().catch((error: unknown) => {
  endWithFailure(error instanceof OperatorError ? error.message : error);
});
