import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext, NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request } from 'express';
import passport, { Strategy } from 'passport';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { ApiModule } from '../src/api.module.js';
import { LocalStrategy } from '../src/auth/passport.js';
import { HttpAdapter } from '../src/platform/http/server.js';
import { loadConfig } from '../src/config.js';
import { setUpHttp } from '../src/http.js';
import { prepareStorage } from '../src/prepare-storage.js';
import { MAIL_DESCRIPTORS } from '../src/mail-catalogue.js';
import type { MailCatalogue } from '../src/mail/mail-descriptor.js';
import { PendingEntriesSweep } from '../src/history/pending-entries.sweep.js';
import { WorkerModule } from '../src/worker.module.js';
import { createDatabase, type TestDatabase } from './database.js';
import { Documented } from './documented.js';

/** A member of staff at the API: a supertest agent with a session. */
export type Agent = ReturnType<typeof request.agent>;

/** The API on a port and a database of its own. */
export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  url: string;
  dataDir: string;
  databaseUrl: string;
  db: DataSource;
  /** The answers so far, compared with the document of the API; closing the app fails where one differs. */
  documented: Documented;
  /** The router and all that stands before it. */
  express: Express;
  /** An agent without a session. */
  visitor(): Agent;
  /** A signed-in member of staff, one for the whole app. */
  staff(): Promise<Agent>;
  /** Starts a worker in this process; it stops with the app. With `givenFacts` mails say what was given when they were added. */
  startWorker(options?: { givenFacts?: boolean }): Promise<INestApplicationContext>;
  /** Notifies staff of what clients did, and mails receipts, as the API does twice a second. */
  notify(): Promise<void>;
  close(): Promise<void>;
}

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

/** Of all processes that answer for one app. */
export const SESSION_SECRET = 'a secret for the tests';
export const STAFF_EMAIL = 'ada@example.com';
export const STAFF_NAME = 'Ada';
export const STAFF_PASSWORD = 'a password of some length';

const STRATEGIES = new WeakMap<object, LocalStrategy>();

/** Checks passwords by the app that the request came to. Passport's strategies are global: the last app's would check all. */
class StrategyOfApp extends Strategy {
  override name = 'local';

  override authenticate(incoming: Request, options?: unknown): void {
    const own = STRATEGIES.get((incoming.socket as Socket & { server: object }).server)!;
    // Passport sets the ways of answering on the strategy that it asks.
    Object.assign(Object.create(own) as Strategy, this).authenticate(incoming, options);
  }
}

/** Boots the API on a copy of the migrated database, or on the given one. `env` configures it as the environment would. */
export async function startApp(env: Record<string, string> = {}, given?: TestDatabase): Promise<TestApp> {
  const database = given ?? (await createDatabase());
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'gmb-test-data-')));
  const config = loadConfig({ DATA_DIR: dataDir, SESSION_SECRET, ...env });
  await prepareStorage(config, database.url);
  const module = ApiModule.for(config, database.url);
  const options: NestApplicationOptions = { bodyParser: false, logger: ['fatal', 'error'] };
  const app = await NestFactory.create<NestExpressApplication>(module, new HttpAdapter(), options);
  STRATEGIES.set(app.getHttpServer() as Server, app.get(LocalStrategy));
  passport.use(new StrategyOfApp());
  await setUpHttp(app, config, { frontendDir: join(dataDir, 'no-frontend'), docsDir: DOCS });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const documented = new Documented().watch(app.getHttpServer() as Server);
  const contexts: INestApplicationContext[] = [app];
  let staff: Promise<Agent> | undefined;
  return {
    url,
    dataDir,
    databaseUrl: database.url,
    db: app.get(DataSource),
    documented,
    express: app.getHttpAdapter().getInstance() as Express,
    visitor: () => request.agent(url),
    staff: () => (staff ??= signUp(url)),
    startWorker: async ({ givenFacts = false } = {}) => {
      const mails = givenFacts ? WITH_GIVEN_FACTS : MAIL_DESCRIPTORS;
      const worker = await NestFactory.createApplicationContext(WorkerModule.for(config, database.url, mails), {
        logger: ['fatal', 'error'],
      });
      contexts.push(worker);
      return worker;
    },
    notify: () => app.get(PendingEntriesSweep, { strict: false }).sweep(),
    close: async () => {
      for (const context of contexts.reverse()) await context.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      documented.expectNoMismatch();
    },
  };
}

const WITH_GIVEN_FACTS = Object.fromEntries(
  Object.entries(MAIL_DESCRIPTORS).map(([kind, { load: _load, ...descriptor }]) => [kind, descriptor]),
) as MailCatalogue;

async function signUp(url: string): Promise<Agent> {
  const agent = request.agent(url);
  await agent
    .post('/api/register')
    .send({ email: STAFF_EMAIL, password: STAFF_PASSWORD, name: STAFF_NAME })
    .expect(201);
  return agent;
}
