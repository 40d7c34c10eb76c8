import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createKey, program } from '../../test/api-keys.js';
import type { Agent, TestApp } from '../../test/app.js';
import { addColleague, setRights } from '../../test/colleagues.js';
import { deliver } from '../../test/deliveries.js';
import { eventually } from '../../test/eventually.js';
import { createMoment, jpeg } from '../../test/factories.js';
import { multipart, MULTIPART } from '../../test/multipart.js';
import { stretched } from '../../test/stretched.js';
import { beginDownload, createLarge, EVERYWHERE_MS, startTwoApis, type TwoApis } from '../../test/two-apis.js';
import type { NewApiKeyView } from '../contract/api-keys.js';
import { hashedKey } from '../platform/limits/limits.js';

type Colleague = Awaited<ReturnType<typeof addColleague>>;

describe('an API key that ends, at another API process', () => {
  let apis: TwoApis;
  let app: TestApp;
  let other: TestApp;
  let staff: Agent;
  let approved: string;
  let owner: Colleague;
  let key: NewApiKeyView;
  const open: { close(): void }[] = [];

  beforeAll(async () => {
    apis = await startTwoApis();
    ({ app, other, staff } = apis);
    approved = await createLarge(staff);
  });
  afterEach(() => open.splice(0).forEach((request) => request.close()));
  afterAll(() => apis.close());

  async function makeKey(): Promise<void> {
    owner = await addColleague(app, { role: 'manager' });
    key = await createKey(owner, { role: 'manager' });
  }

  const authorization = () => ({ Authorization: `Bearer ${key.token}` });

  /** A download of which only the beginning is read, and an upload of which only that is sent. */
  async function begin() {
    await makeKey();
    const download = await beginDownload(apis, await deliver(staff, approved), authorization());
    open.push(download);
    const moment = await createMoment(staff);
    const upload = httpRequest(`${other.url}/api/moments/${moment.id}/add-images`, {
      method: 'POST',
      headers: { ...authorization(), 'Content-Type': MULTIPART, 'Content-Length': 1_000_000 },
    });
    open.push({ close: () => void upload.destroy() });
    const uploadEnds = new Promise<void>((resolve) => upload.once('error', () => resolve()));
    upload.write(multipart([{ field: 'images', content: await jpeg(), fileName: 'a.jpg' }]));
    // The server works on both once it has counted them.
    await eventually(async () => {
      const counted = [hashedKey('apiKey', key.id), 2];
      expect(await app.db.query('SELECT FROM rate_limits WHERE "key" = $1 AND "points" = $2', counted)).toHaveLength(1);
    });
    return {
      ended: async () => {
        await uploadEnds;
        const at = await download.brokenOff();
        expect((await staff.get(`/api/moments/${moment.id}/images`).expect(200)).body).toEqual([]);
        return at;
      },
      isKnown: async () => (await program(other, key).get('/api/moments')).status,
    };
  }

  it.each<[string, () => Promise<unknown>]>([
    ['it is revoked', () => owner.delete(`/api/api-keys/${key.id}`).expect(204)],
    ['an admin revokes it', () => staff.delete(`/api/api-keys/${key.id}`).expect(204)],
    ['its owner is removed', () => staff.delete(`/api/users/${owner.userId}`).expect(204)],
  ])('opens nothing more when %s, and breaks off downloads and uploads', async (_when, end) => {
    const { ended, isKnown } = await begin();
    expect(await isKnown()).toBe(200);
    await end();
    const began = Date.now();
    expect(await isKnown()).toBe(401);
    expect((await ended()) - began).toBeLessThan(stretched(EVERYWHERE_MS));
  });

  it('breaks off downloads and uploads when its owner gets another role, and follows', async () => {
    const { ended } = await begin();
    await staff.patch(`/api/users/${owner.userId}`).send({ role: 'viewer' }).expect(200);
    await ended();
    const { body } = await program(other, key).post('/api/clients').send({ business: 'Bloom' }).expect(403);
    expect(body.message).toContain('The role of this API key, viewer,');
  });

  it('saves nothing of an upload in the middle of which it expired', async () => {
    await makeKey();
    const { id } = await createMoment(staff);
    const upload = program(other, key)
      .post(`/api/moments/${id}/add-images`)
      .attach('images', await jpeg(), 'a.jpg');
    // Between the receipt of the files and their rows: the moment is locked, so that its images wait.
    const lock = app.db.createQueryRunner();
    await lock.startTransaction();
    await lock.query('SELECT FROM reviews WHERE "id" = $1 FOR UPDATE', [id]);
    const answer = upload.then(({ status, body }) => [status, body.code]);
    await eventually(async () => {
      const [{ waiting }] = await app.db.query('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted');
      expect(waiting).toBeGreaterThan(0);
    });
    await app.db.query(`UPDATE api_keys SET "expiresAt" = now() - interval '1 second' WHERE "id" = $1`, [key.id]);
    await lock.commitTransaction();
    await lock.release();
    expect(await answer).toEqual([401, 'API_KEY_INVALID']);
    expect((await staff.get(`/api/moments/${id}/images`).expect(200)).body).toEqual([]);
  });

  it('ends a download when it expires', async () => {
    await makeKey();
    const delivery = await deliver(staff, approved);
    const at = new Date(Date.now() + stretched(1000));
    await app.db.query('UPDATE api_keys SET "expiresAt" = $2 WHERE "id" = $1', [key.id, at]);
    const download = await beginDownload(apis, delivery, authorization());
    open.push(download);
    await eventually(async () => expect(await download.state()).toBe('failed'));
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime());
  });

  it('sees what its owner sees from the next request on', async () => {
    await makeKey();
    await setRights(app, owner.userId, { role: 'manager', clientIds: [] });
    expect((await program(other, key).get('/api/moments').expect(200)).body).toEqual([]);
  });
});
