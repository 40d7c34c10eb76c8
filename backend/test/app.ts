import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext, NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { ApiModule } from '../src/api.module.js';
import { HttpAdapter } from '../src/common/http-adapter.js';
import { loadConfig } from '../src/config.js';
import { setUpHttp } from '../src/http.js';
import { WorkerModule } from '../src/worker.module.js';
import { createDatabase, type TestDatabase } from './database.js';

/** A member of staff at the API: a supertest agent with a session. */
export type Agent = ReturnType<typeof request.agent>;

/** The API on a port and a database of its own. */
export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  url: string;
  dataDir: string;
  databaseUrl: string;
  db: DataSource;
  /** The router and all that stands before it. */
  express: Express;
  /** Nobody: an agent without a session. */
  visitor(): Agent;
  /** A signed-in member of staff, one for the whole app. */
  staff(): Promise<Agent>;
  /** Starts a worker in this process; it stops with the app. */
  work(): Promise<INestApplicationContext>;
  close(): Promise<void>;
}

/** Of all processes that answer for one app. */
export const SESSION_SECRET = 'a secret for the tests';
export const STAFF_EMAIL = 'ada@example.com';
export const STAFF_PASSWORD = 'a password of some length';

/** Boots the API on a copy of the migrated database, or on the given one. `env` configures it as the environment would. */
export async function startApp(env: Record<string, string> = {}, given?: TestDatabase): Promise<TestApp> {
  const database = given ?? (await createDatabase());
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'gmb-test-data-')));
  const config = loadConfig({ DATA_DIR: dataDir, SESSION_SECRET, ...env });
  const module = ApiModule.for(config, database.url);
  const options: NestApplicationOptions = { bodyParser: false, logger: ['fatal', 'error'] };
  const app = await NestFactory.create<NestExpressApplication>(module, new HttpAdapter(), options);
  await setUpHttp(app, config, join(dataDir, 'no-frontend'));
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const contexts: INestApplicationContext[] = [app];
  let staff: Promise<Agent> | undefined;
  return {
    url,
    dataDir,
    databaseUrl: database.url,
    db: app.get(DataSource),
    express: app.getHttpAdapter().getInstance() as Express,
    visitor: () => request.agent(url),
    staff: () => (staff ??= signUp(url)),
    work: async () => {
      const worker = await NestFactory.createApplicationContext(WorkerModule.for(config, database.url), {
        logger: ['fatal', 'error'],
      });
      contexts.push(worker);
      return worker;
    },
    close: async () => {
      for (const context of contexts.reverse()) await context.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signUp(url: string): Promise<Agent> {
  const agent = request.agent(url);
  await agent.post('/api/register').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD, name: 'Ada' }).expect(201);
  return agent;
}
