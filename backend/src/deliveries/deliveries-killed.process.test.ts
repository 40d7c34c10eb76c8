import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { startApp, STAFF_EMAIL, STAFF_PASSWORD, type Agent, type TestApp } from '../../test/app.js';
import { decodersOf, memoryOf } from '../../test/decoders.js';
import { manifestIn, sha256, unzipped } from '../../test/delivered-files.js';
import { createApproved, deliver } from '../../test/deliveries.js';
import { eventually } from '../../test/eventually.js';
import { expectAgreement } from '../../test/faults/agreement.js';
import { stretched } from '../../test/stretched.js';
import { endWorkers, startApiProcess, type ApiProcess } from '../../test/worker-process.js';

// A busy machine takes its time.
jest.setTimeout(300_000);

const MB = 1024 * 1024;
const USERS = 20;
const PHOTOS = 4;

/** A photo of noise, each one another. */
function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 100 })
    .toBuffer();
}

describe('deliveries by an API of its own process', () => {
  let app: TestApp;
  let staff: Agent;
  let api: ApiProcess;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    api = await startApiProcess(app);
  });
  afterAll(async () => {
    await endWorkers();
    await app.close();
  });

  async function signIn(email = STAFF_EMAIL): Promise<{ cookie: string }> {
    const login = await app.visitor().post('/api/login').send({ email, password: STAFF_PASSWORD }).expect(200);
    return { cookie: login.get('Set-Cookie')![0]!.split(';')[0]! };
  }

  /** Asks for the ZIP of a delivery, and returns once it begins. */
  function ask(id: string, headers: { cookie: string }): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      httpGet(`${api.url}/api/deliveries/${id}/zip`, { headers }, resolve).once('error', reject);
    });
  }

  const incoming = (): Promise<string[]> => readdir(join(app.dataDir, 'incoming')).catch(() => []);

  /** Makes the folders of a dead process look hours old. */
  async function ageLeftBehind(): Promise<void> {
    const longAgo = Date.now() / 1000 - 3 * 60 * 60;
    for (const name of await incoming()) await utimes(join(app.dataDir, 'incoming', name), longAgo, longAgo);
  }

  function expectWhole(zip: Buffer): void {
    const files = unzipped(zip);
    const { files: delivered, notDelivered } = manifestIn(files);
    expect(notDelivered).toEqual([]);
    expect(delivered).toHaveLength(PHOTOS);
    for (const { file, sha256: digest } of delivered) expect(sha256(files[file]!)).toBe(digest);
  }

  /** Asks the API for its health all the time: the slowest answer in ms, and the bytes that the API gained and its decoders took. */
  function watchApi() {
    const over = new AbortController();
    const before = memoryOf([api.pid]);
    const measures = { slowest: 0, memory: 0, decoders: 0 };
    const watching = (async () => {
      while (!over.signal.aborted) {
        const begun = performance.now();
        expect((await fetch(`${api.url}/api/health/live`)).status).toBe(200);
        measures.slowest = Math.max(measures.slowest, performance.now() - begun);
        measures.memory = Math.max(measures.memory, memoryOf([api.pid]) - before);
        measures.decoders = Math.max(measures.decoders, memoryOf(decodersOf(api.pid)));
        await delay(10);
      }
      return measures;
    })();
    return {
      stop: () => {
        over.abort();
        return watching;
      },
    };
  }

  it('that is killed in the middle leaves nothing behind, and the same user downloads again soon', async () => {
    // Together more than the system keeps between two ends of a connection.
    const file = await photo(2400, 1800);
    const { momentId } = await createApproved(
      staff,
      Array.from({ length: PHOTOS }, () => ({ file })),
    );
    const { id } = await deliver(staff, momentId);
    const session = await signIn();
    const response = await ask(id, session);
    expect(response.statusCode).toBe(200);
    response.pause();
    await eventually(async () => expect(await incoming()).not.toEqual([]));
    const brokenOff = new Promise((resolve) => void response.once('error', resolve));
    const decoders = decodersOf(api.pid);
    await api.kill();
    response.resume();
    expect(await brokenOff).toMatchObject({ code: 'ECONNRESET' });

    const state = async () => ((await staff.get(`/api/deliveries/${id}`)).body as { state: string }).state;
    expect((await staff.get(`/api/moments/${momentId}`)).body).toMatchObject({ undelivered: PHOTOS, delivered: null });
    await eventually(() => expect(memoryOf(decoders)).toBe(0));
    await ageLeftBehind();
    api = await startApiProcess(app);
    expect(await incoming()).toEqual([]);

    // Its last sign of life is not old yet.
    await eventually(async () => expect(await state()).toBe('failed'), 10_000);
    const again = await ask((await deliver(staff, momentId)).id, session);
    expectWhole(Buffer.concat((await again.toArray()) as Buffer[]));
    await eventually(async () => {
      expect((await staff.get(`/api/moments/${momentId}`)).body).toMatchObject({ undelivered: 0 });
    });
    expect(await incoming()).toEqual([]);
    await expectAgreement(app);
  });

  it(`for ${USERS} people at once are whole, and others are answered meanwhile`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gmb-test-zips-'));
    const file = await photo(1600, 1200);
    const { momentId } = await createApproved(
      staff,
      Array.from({ length: PHOTOS }, () => ({ file })),
    );
    const people: { id: string; session: { cookie: string }; path: string }[] = [];
    for (let number = 0; number < USERS; number += 1) {
      const email = `colleague-${number}@example.com`;
      await staff
        .post('/api/register')
        .send({ email, password: STAFF_PASSWORD, name: `Colleague ${number}` })
        .expect(201);
      people.push({
        session: await signIn(email),
        id: (await deliver(staff, momentId)).id,
        path: join(folder, `${number}.zip`),
      });
    }
    const watch = watchApi();
    await Promise.all(
      people.map(async ({ id, session, path }) => {
        const response = await ask(id, session);
        expect(response.statusCode).toBe(200);
        await pipeline(response, createWriteStream(path));
      }),
    );
    const measures = await watch.stop();
    expect(measures.slowest).toBeLessThan(stretched(250));
    expect(measures.memory).toBeLessThan(150 * MB);
    expect(measures.decoders).toBeLessThan(300 * MB);
    for (const { path } of people) expectWhole(await readFile(path));
    await eventually(async () => {
      for (const { id } of people)
        expect((await staff.get(`/api/deliveries/${id}`)).body).toMatchObject({ state: 'done', withheld: [] });
    });
    expect(await incoming()).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
