import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get as httpGet, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { unzipped } from '../../test/delivered-files.js';
import { createApproved, deliver, download } from '../../test/deliveries.js';
import { eventually } from '../../test/eventually.js';
import { jpeg } from '../../test/factories.js';
import { sessionCookie } from '../../test/live.js';
import type { DeliverableView } from '../contract/deliveries.js';

describe('downloads of deliveries', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const stateOf = async (id: string): Promise<string> => (await staff.get(`/api/deliveries/${id}`)).body.state;
  const leftovers = async (): Promise<string[]> => readdir(join(app.dataDir, 'incoming')).catch(() => []);

  it('refuse parts, and answer HEAD without making anything', async () => {
    const { momentId } = await createApproved(staff, [{}]);
    const { id } = await deliver(staff, momentId);
    const part = await staff.get(`/api/deliveries/${id}/zip`).set('Range', 'bytes=0-99').expect(416);
    expect(part.body).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' });
    const head = await staff.head(`/api/deliveries/${id}/zip`).expect(200);
    expect(head.headers['content-disposition']).toContain("filename*=UTF-8''");
    expect((await staff.get(`/api/deliveries/${id}`)).body).toMatchObject({ state: 'waiting' });
  });

  it('count as delivered once all of it has arrived: the next request is answered so', async () => {
    const { momentId } = await createApproved(staff, [{}]);
    const cookie = await sessionCookie(app);
    // As another program would, right behind the last byte and on a connection that is open already.
    for (let round = 0; round < 5; round += 1) {
      const { id } = await deliver(staff, momentId);
      const zip = await fetch(`${app.url}/api/deliveries/${id}/zip`, { headers: { cookie } });
      expect(Object.keys(unzipped(Buffer.from(await zip.arrayBuffer())))).toHaveLength(3);
      const certificate = await fetch(`${app.url}/api/deliveries/${id}/certificate.json`, { headers: { cookie } });
      expect(certificate.status).toBe(200);
    }
  });

  it('do not end, and do not count, where they cannot be noted', async () => {
    const { momentId } = await createApproved(staff, [{}]);
    const { id } = await deliver(staff, momentId);
    await app.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'This cannot be saved.'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE OF "deliveredAt" ON reviews FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      const zip = await fetch(`${app.url}/api/deliveries/${id}/zip`, { headers: { cookie: await sessionCookie(app) } });
      await expect(zip.arrayBuffer()).rejects.toThrow('terminated');
    } finally {
      await app.db.query('DROP FUNCTION refuse CASCADE');
    }
    await eventually(async () => expect(await stateOf(id)).toBe('failed'));
    await download(staff, id);
  });

  describe('that are broken off', () => {
    /** Begins a download with the staff's session, and reads nothing of it. */
    async function begin(id: string): Promise<ClientRequest> {
      return httpGet(`${app.url}/api/deliveries/${id}/zip`, { headers: { cookie: await sessionCookie(app) } });
    }

    it('free everything, and do not count as delivered; meanwhile no other one begins', async () => {
      const file = await sharp(await jpeg({ width: 2400, height: 1800 }))
        .jpeg({ quality: 100 })
        .toBuffer();
      const { momentId } = await createApproved(staff, [{ file }, { file }, { file }, { file }]);
      const { id } = await deliver(staff, momentId);
      const request = await begin(id);
      await once(request, 'response');
      const second = await staff.get(`/api/deliveries/${id}/zip`).expect(409);
      expect(second.body).toMatchObject({ code: 'DELIVERY_RUNNING' });
      const { body } = await staff.get(`/api/moments/${momentId}/deliverables`);
      const photos = (body as DeliverableView[]).map(({ imageId }) => ({ imageId }));
      await staff.post('/api/deliveries').send({ photos }).expect(409);
      request.destroy();
      await eventually(async () => expect(await stateOf(id)).toBe('failed'));
      expect(await leftovers()).toEqual([]);
      expect((await staff.get(`/api/moments/${momentId}`)).body).toMatchObject({ undelivered: 4, delivered: null });
      expect(Object.keys(await download(staff, id))).toHaveLength(6);
    });

    it('free a photo that was still being made', async () => {
      const { momentId } = await createApproved(staff, [{}]);
      const { id } = await deliver(staff, momentId);
      const holder = app.db.createQueryRunner();
      await holder.startTransaction();
      await holder.query('LOCK TABLE images');
      const request = await begin(id);
      const ended = new Promise((resolve) => request.once('close', resolve));
      request.once('error', () => undefined);
      await eventually(async () => expect(await stateOf(id)).toBe('sending'));
      request.destroy();
      await ended;
      await stateOf(id);
      await holder.rollbackTransaction();
      await holder.release();
      await eventually(async () => expect(await stateOf(id)).toBe('failed'));
      expect(await leftovers()).toEqual([]);
    });

    it('can begin again once their process has not said for long that they go on', async () => {
      const { momentId } = await createApproved(staff, [{}]);
      const { id } = await deliver(staff, momentId);
      const holding = `UPDATE deliveries SET "userId" = (SELECT "id" FROM users LIMIT 1), "leasedUntil" = now()`;
      await app.db.query(`${holding} + interval '30 seconds' WHERE "id" = $1`, [id]);
      await staff.get(`/api/deliveries/${id}/zip`).expect(409);
      await app.db.query(`${holding} - interval '1 second' WHERE "id" = $1`, [id]);
      expect(await stateOf(id)).toBe('failed');
      await download(staff, id);
    });
  });
});
