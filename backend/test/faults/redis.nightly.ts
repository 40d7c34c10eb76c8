import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from '@jest/globals';
import { Redis } from 'ioredis';
import { SESSION_SECRET } from '../app.js';
import { endedRun, generate } from '../captions.js';
import { createDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { createGate } from '../gate.js';
import { describeUnless } from '../it-unless.js';
import { whyMissing } from '../programs.js';
import { startProxy } from '../proxy.js';
import { startRedis, type TestRedis } from '../redis.js';
import { SELF_SIGNED } from '../self-signed.js';
import { startSystem } from '../system.js';
import { startApiProcess } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { measured } from './measured.js';
import { startPair } from './pair.js';
import { stretched } from '../stretched.js';

afterEach(endAll);

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
/** No answer comes later. */
const LONGEST_MS = 15_000;

async function redisWith(...settings: string[]): Promise<TestRedis> {
  return later(await startRedis(settings), (one) => one.stop());
}

/** What a process in production prints before it ends by itself, and its code. */
async function refusedStart(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const database = later(await createDatabase(), (one) => one.drop());
  const child = fork(MAIN, [], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      SESSION_SECRET,
      DATABASE_URL: database.url,
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, lines: text.split('\n').filter(Boolean) };
}

async function certificates(): Promise<string[]> {
  const folder = later(await mkdtemp(join(tmpdir(), 'gmb-redis-tls-')), (path) => rm(path, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await writeFile(key, SELF_SIGNED.key);
  await writeFile(cert, SELF_SIGNED.cert);
  return ['--tls-key-file', key, '--tls-cert-file', cert, '--tls-ca-cert-file', cert, '--tls-auth-clients', 'no'];
}

describeUnless(whyMissing('redis-server'), 'Redis', () => {
  fault(
    {
      what: 'A Redis that cannot carry the queue',
      done: 'a wrong password, a database that it lacks, a certificate that is not trusted, a Cluster, a Sentinel',
      checked: 'the process ends with code 1 and one JSON line that names REDIS_URL',
    },
    async () => {
      const locked = await redisWith('--requirepass', 'right');
      const tls = await redisWith('--tls-port', '0', ...(await certificates()));
      const port = Number(new URL(tls.url).port) + 10_000;
      const client = new Redis(tls.url);
      await client.config('SET', 'tls-port', String(port));
      client.disconnect();
      const cases: [string, RegExp][] = [
        [locked.url.replace('//', '//:wrong@'), /REDIS_URL: the server refuses the user or password \(WRONGPASS/],
        [
          `${(await redisWith()).url}/99`,
          /REDIS_URL: names a database that the server does not have: name one of 0 to 15/,
        ],
        [`rediss://127.0.0.1:${port}`, /REDIS_URL: no trusted connection to the server \(DEPTH_ZERO_SELF_SIGNED_CERT/],
        [(await redisWith('--cluster-enabled', 'yes')).url, /REDIS_URL: got the address of a Redis cluster/],
        [(await redisWith('--sentinel')).url, /REDIS_URL: got the address of a Redis sentinel/],
      ];
      for (const [url, line] of cases) {
        const { code, lines } = await refusedStart({ REDIS_URL: url });
        expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
        expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error' });
      }
    },
  );

  fault(
    {
      what: 'Redis failed over to its replica',
      done: 'by name: the former primary stays as a replica, and every connection stays on it',
      checked: 'new runs are done within 15 s, on the new primary',
    },
    async () => {
      const [former, next] = [await redisWith(), await redisWith()];
      const admin = { former: new Redis(former.url), next: new Redis(next.url) };
      for (const client of Object.values(admin)) later(client, async (one) => one.disconnect());
      const portOf = ({ url }: TestRedis): number => Number(new URL(url).port);
      await admin.next.replicaof('127.0.0.1', portOf(former));
      const proxy = later(await startProxy(former.url), (one) => one.cut());
      const system = later(await startSystem('PostgreSQL', { REDIS_URL: proxy.url }), (one) => one.close());
      const pair = later(await startPair(system.app, system.env), (one) => one.stop());
      const first = await createMomentWithImages(system.staff, 1);
      await generate(system.staff, first.moment.id);
      await endedRun(system.staff, first.moment.id);
      await eventually(async () => expect(await admin.next.info('replication')).toMatch(/master_link_status:up/));
      await admin.next.replicaof('NO', 'ONE');
      await admin.former.replicaof('127.0.0.1', portOf(next));
      proxy.leadTo(next.url);
      const second = await createMomentWithImages(system.staff, 1);
      const begun = Date.now();
      await generate(system.staff, second.moment.id);
      expect(await endedRun(system.staff, second.moment.id)).toMatchObject({ state: 'completed', done: 1 });
      expect(Date.now() - begun).toBeLessThan(stretched(LONGEST_MS));
      await eventually(async () =>
        expect(await (await fetch(`${pair.url}/api/health/ready`)).json()).toMatchObject({ status: 'ok' }),
      );
      expect(pair.worker().log()).not.toMatch(/at .*\.js:\d+/);
      await expectAgreement(system.app, system.env);
    },
  );

  fault(
    {
      what: 'A Redis that takes no changes',
      done: 'as a replica without its primary, and with its memory full',
      checked: 'readiness says that the queue is down, and so does the metric; both recover by themselves',
    },
    async () => {
      const redis = await redisWith();
      const { env, measure } = await measured();
      const system = later(await startSystem('PostgreSQL', { REDIS_URL: redis.url }), (one) => one.close());
      const api = await startApiProcess(system.app, { ...system.env, ...env });
      const admin = later(new Redis(redis.url), async (client) => client.disconnect());
      const expectQueue = (state: 'up' | 'down') =>
        eventually(async () => {
          const answer = await fetch(`${system.app.url}/api/health/ready`);
          expect({ status: answer.status, body: await answer.json() }).toMatchObject({
            status: 200,
            body: { status: state === 'up' ? 'ok' : 'degraded', checks: { queue: state } },
          });
        });
      await expectQueue('up');
      await admin.replicaof('127.0.0.1', 1);
      await expectQueue('down');
      await admin.replicaof('NO', 'ONE');
      await expectQueue('up');
      await admin.config('SET', 'maxmemory', '1');
      await expectQueue('down');
      await eventually(async () => expect((await measure()).get('gmb_queue_up')).toBe(0));
      await admin.config('SET', 'maxmemory', '0');
      await expectQueue('up');
      await eventually(async () => expect((await measure()).get('gmb_queue_up')).toBe(1));
      expect(api.isAlive()).toBe(true);
    },
  );

  fault(
    {
      what: 'Redis silent',
      done: 'while a caption is asked for and waited for, the board is used, and the processes are stopped',
      checked:
        'every answer comes within 15 s; nothing that was given up is carried out later; both end in time with code 0',
    },
    async () => {
      const redis = await redisWith();
      const system = later(await startSystem('PostgreSQL', { REDIS_URL: redis.url }), (one) => one.close());
      const pair = later(
        await startPair(system.app, { ...system.env, NODE_ENV: 'production', SESSION_SECRET }),
        (one) => one.stop(),
      );
      const { ai, staff, app } = system;
      const { moment, images } = await createMomentWithImages(staff, 1);
      const working = await createMomentWithImages(staff, 1);
      await staff.get('/admin/queues/api/queues').expect(200);
      const gate = createGate();
      ai.next({ until: gate.opened });
      await generate(staff, working.moment.id);
      await ai.received(1);
      later(redis, async (one) => one.signal('SIGCONT'));
      redis.signal('SIGSTOP');
      const timed = async (what: PromiseLike<{ status: number; body: object }>) => {
        const begun = Date.now();
        const answer = await what;
        expect(Date.now() - begun).toBeLessThan(stretched(LONGEST_MS));
        return answer;
      };
      const queueDown = { status: 503, body: { code: 'QUEUE_UNAVAILABLE' } };
      const [regenerated, board, paused] = await Promise.all([
        timed(staff.post(`/api/images/${images[0]!.id}/regenerate`)),
        timed(staff.get('/admin/queues/api/queues')),
        timed(staff.put('/admin/queues/api/queues/captions/pause')),
      ]);
      for (const answer of [regenerated, board, paused]) expect(answer).toMatchObject(queueDown);
      const stops = await Promise.all(
        [pair.api(), pair.worker()].map(async (process) => {
          const begun = Date.now();
          const code = await process.stop();
          const texts = process
            .log()
            .split('\n')
            .filter((line) => line && !line.startsWith('{'));
          return { code, isInTime: Date.now() - begun < 10_000, texts };
        }),
      );
      expect(stops).toEqual(Array(2).fill({ code: 0, isInTime: true, texts: [] }));
      gate.open();
      redis.signal('SIGCONT');
      await app.startWorker();
      expect(await endedRun(staff, working.moment.id)).toMatchObject({ state: 'completed', done: 1 });
      await eventually(async () => {
        const { body: runs } = await staff.get(`/api/moments/${moment.id}/runs`).expect(200);
        expect(runs).toMatchObject([{ mode: 'rewrite', state: 'completed', done: 1 }]);
      });
      const { body } = await staff.get('/admin/queues/api/queues').expect(200);
      const { queues } = body as { queues: { name: string; isPaused: boolean }[] };
      expect(queues).toContainEqual(expect.objectContaining({ name: 'captions', isPaused: false }));
      expect(queues.filter(({ isPaused }) => isPaused)).toEqual([]);
      await expectAgreement(app, system.env);
    },
  );
});
