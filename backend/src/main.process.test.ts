import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type TestApp } from '../test/app.js';
import { eventually } from '../test/eventually.js';
import { endWorkers, runBuilt, startApiProcess, startWorker } from '../test/worker-process.js';

const CALLBACK = `throw new TypeError('planted')`;
const PROMISE = `Promise.reject(new TypeError('planted'))`;

/** Has a process run a statement in a callback when it gets SIGUSR2. */
function onSignal(statement: string): Record<string, string> {
  const program = encodeURIComponent(`process.on('SIGUSR2', () => { ${statement} })`);
  return { NODE_OPTIONS: `--import=data:text/javascript,${program}` };
}

describe('an error that nothing catches', () => {
  let app: TestApp;
  let other: Client;
  beforeAll(async () => {
    app = await startApp();
    other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
  });
  afterAll(async () => {
    await endWorkers();
    await other.end();
    await app.close();
  });

  it.each([
    ['callback', 'production', CALLBACK],
    ['promise', 'development', PROMISE],
  ])(
    'in a %s of the API (%s) is logged, and requests are answered before the process ends',
    async (_where, mode, statement) => {
      const api = await startApiProcess(app, { ...onSignal(statement), NODE_ENV: mode });
      await other.query('BEGIN');
      await other.query('LOCK TABLE agencies, settings');
      const answer = fetch(`${api.url}/api/branding`);
      const waiting = `SELECT FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await eventually(async () => expect((await other.query(waiting)).rowCount).toBe(1));
      process.kill(api.pid, 'SIGUSR2');
      await eventually(() => expect(api.log()).toMatch(/TypeError: planted[^]*the process stops/));
      await other.query('ROLLBACK');
      expect((await answer).status).toBe(200);
      await eventually(() => expect(api.isAlive()).toBe(false));
      expect(await api.stop()).toBe(1);
    },
  );

  it('in a worker is logged, and ends the process', async () => {
    const worker = await startWorker(app, onSignal(CALLBACK));
    process.kill(worker.pid, 'SIGUSR2');
    await eventually(() => expect(worker.isAlive()).toBe(false));
    expect(worker.log()).toMatch(/TypeError: planted[^]*the process stops/);
    expect(await worker.stop()).toBe(1);
  });
});

describe('a setting that is wrong', () => {
  it.each([
    ['DATABASE_URL', 'postgres://nobody:x@127.0.0.1:PORT/none', /^DATABASE_URL: .*refuses.*$/],
    ['PORT', 'x', /^PORT: got "x", which is not .*$/],
    ['HOST', '192.0.2.1', /^HOST: got "192.0.2.1", which cannot be opened .*$/],
    ['DATA_DIR', '/proc/none', /^DATA_DIR: got "\/proc\/none", which this user cannot make .*$/],
  ])('ends a process with one line: %s', async (name, value, line) => {
    const { href, port } = new URL(process.env['TEST_POSTGRES_URL']!);
    const env = { DATABASE_URL: href, ROLES: 'api,worker', PORT: '0', [name]: value.replace('PORT', port) };
    const program = runBuilt('main.js', [], env);
    const output = Promise.all([text(program.stdout!), text(program.stderr!)]);
    expect(await once(program, 'exit')).toEqual([1, null]);
    expect((await output).join('').trim()).toMatch(line);
  });
});
