import 'reflect-metadata';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ProductLogger } from './common/logger.js';
import { ConfigError, loadConfig, type Config } from './config.js';
import { serveMetrics } from './metrics/metrics-server.js';
import { closeToOthers } from './start/data-dir.js';

/** One process: ROLES=api answers browsers, ROLES=worker works in the background, both together do both. */

// From backend/dist/src to frontend/dist.
const FRONTEND = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'frontend', 'dist');

/** Less than the supervisor, or `docker stop`, waits before it kills. */
const STOP_DEADLINE_MS = 9000;

// Each role loads only what it needs: memory that every process takes.
async function startApi(config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  await closeToOthers(config.dataDir);
  const [{ ApiModule }, { HttpAdapter }, { setUpHttp }] = await Promise.all([
    import('./api.module.js'),
    import('./common/http-adapter.js'),
    import('./http.js'),
  ]);
  const options = { bodyParser: false, logger: new ProductLogger(config) };
  const module = ApiModule.for(config, databaseUrl);
  const app = await NestFactory.create<NestExpressApplication>(module, new HttpAdapter(), options);
  await setUpHttp(app, config, FRONTEND);
  await app.listen(config.port, config.host);
  process.send?.({ type: 'ready', url: addressOf(config, await app.getUrl()) });
  return app;
}

// On all interfaces a person types "localhost", where the framework names one of its addresses.
function addressOf({ host }: Config, url: string): string {
  return ['0.0.0.0', '::'].includes(host) ? `http://localhost:${new URL(url).port}` : url;
}

async function startWorker(config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  const { WorkerModule } = await import('./worker.module.js');
  const app = await NestFactory.createApplicationContext(WorkerModule.for(config, databaseUrl), {
    logger: new ProductLogger(config),
  });
  process.send?.({ type: 'ready' });
  return app;
}

/** Stops in order, but in any case in time: whoever stopped us would kill us soon. */
function stopWith(apps: Promise<INestApplicationContext[]>): () => void {
  let isStopping = false;
  return () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    apps
      .then((started) => Promise.all(started.map((app) => app.close())))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
}

async function main(): Promise<void> {
  const config = loadConfig();
  const { databaseUrl } = config;
  if (!databaseUrl) throw new ConfigError('DATABASE_URL: not set; only `npm start` brings a database of its own');
  if (config.metrics) await serveMetrics(config.metrics);
  const starts = { api: startApi, worker: startWorker };
  const apps = Promise.all(config.roles.map((role) => starts[role](config, databaseUrl)));
  const stop = stopWith(apps);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // The parent is gone: nobody would stop this process any more.
  process.on('disconnect', stop);
  await apps;
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
