import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { startSmtp, type TestSmtp } from '../smtp-server.js';
import { endWorkers, startApiProcess, startWorker, type ApiProcess } from '../worker-process.js';
import { fault } from './fault.js';
import { playScopes } from './scopes-play.js';

const STEPS = 10_000;
const LONGEST_MS = 2 * 3_600_000;

describe('scopes that change at random', () => {
  let smtp: TestSmtp;
  let app: TestApp;
  let apis: ApiProcess[];

  beforeAll(async () => {
    smtp = await startSmtp();
    const env = { TRUST_PROXY: 'loopback', SMTP_URL: smtp.url, MAIL_FROM: 'GMB Moments <mails@example.com>' };
    app = await startApp(env);
    [apis] = await Promise.all([
      Promise.all([startApiProcess(app, env), startApiProcess(app, env)]),
      startWorker(app, env),
    ]);
  });
  afterAll(async () => {
    await endWorkers();
    await app.close();
    await smtp.close();
  });

  fault(
    {
      what: 'Whatever eight people of every role receive while scopes, clients and reviews change at random',
      done: `${STEPS} steps (STEPS): roles, scopes, moves between agencies, deletions, uploads, decisions, deliveries, sign-outs, removals; two API processes and a worker; SEED repeats a run`,
      checked:
        'no answer, event, mail or count holds anything outside of the scope at that moment, lists hold all that is inside, and open connections follow within a second',
    },
    async () => {
      const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
      const steps = Number(process.env['STEPS'] ?? STEPS);
      const { violations, report } = await playScopes({ urls: apis.map(({ url }) => url), app, steps, seed, smtp });
      process.stdout.write(`${report}\n`);
      expect({ seed, violations }).toEqual({ seed, violations: [] });
    },
    LONGEST_MS,
  );
});
