import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { CAPTION, createAgency, createClient, createMomentWithImages } from '../../test/factories.js';
import { filesOf } from '../../test/files.js';
import { staffSocket } from '../../test/staff-socket.js';
import type { GettingStartedView } from '../contract/getting-started.js';
import type { ImageView } from '../contract/images.js';

const NOTHING = { brand: false, client: false, moment: false, captions: false, share: false };

describe('getting started', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    await app.startWorker();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.db.query('DELETE FROM clients');
    await app.db.query('DELETE FROM agencies');
    await app.db.query(`UPDATE settings SET "brandName" = ''`);
  });

  const get = async (): Promise<GettingStartedView> => (await staff.get('/api/getting-started').expect(200)).body;
  const load = () => staff.put('/api/getting-started/sample');
  const remove = () => staff.delete('/api/getting-started/sample');
  const imagesOf = async (id: string): Promise<ImageView[]> =>
    (await staff.get(`/api/moments/${id}/images`).expect(200)).body;
  const countRows = async (table: string): Promise<number> =>
    (await app.db.query(`SELECT count(*)::int AS count FROM ${table}`))[0].count;

  describe('the first steps', () => {
    it('are done as the facts say', async () => {
      expect(await get()).toEqual({ done: NOTHING, sample: null });
      await createClient(staff);
      expect((await get()).done).toEqual({ ...NOTHING, client: true });
      const { moment, images } = await createMomentWithImages(staff, 1);
      expect((await get()).done).toEqual({ ...NOTHING, client: true, moment: true });
      await staff.patch(`/api/images/${images[0]!.id}`).send(CAPTION).expect(200);
      await staff.post(`/api/moments/${moment.id}/share`).expect(200);
      expect((await get()).done).toEqual({ brand: false, client: true, moment: true, captions: true, share: true });
    });

    it('count an agency as a brand, and any setting of the platform’s own', async () => {
      await createAgency(staff);
      expect((await get()).done).toEqual({ ...NOTHING, brand: true });
      await app.db.query('DELETE FROM agencies');
      expect((await get()).done).toEqual(NOTHING);
      await staff.patch('/api/settings').field({ brandName: 'Bright' }).expect(200);
      expect((await get()).done).toEqual({ ...NOTHING, brand: true });
    });
  });

  describe('the sample', () => {
    it('is a client with a moment of five photos, and does not count as a first step', async () => {
      const { received, close } = await staffSocket(app);
      await load().expect(204);
      const { done, sample } = await get();
      expect(done).toEqual(NOTHING);
      const { body: client } = await staff.get(`/api/clients/${sample!.clientId}`).expect(200);
      expect(client).toMatchObject({ business: 'Sample Florist', momentCount: 1 });
      const { body: moment } = await staff.get(`/api/moments/${sample!.momentId}`).expect(200);
      expect(moment).toMatchObject({ clientId: client.id, status: 'draft', imageCount: 5 });
      const images = await imagesOf(moment.id);
      expect(images.map(({ fileName }) => fileName)[0]).toBe('spring-bouquet-peonies.jpg');
      for (const { imageUrl, thumbnailUrl } of images) {
        await app.visitor().get(imageUrl).expect(200);
        await app.visitor().get(thumbnailUrl).expect(200);
      }
      const { body: history } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
      expect(history.map(({ action }: { action: string }) => action)).toEqual([
        ...Array.from({ length: 5 }, () => 'image.uploaded'),
        'moment.created',
      ]);
      await eventually(() => {
        expect(received).toContainEqual({ name: 'moment.changed', payload: moment });
        expect(received).toContainEqual({ name: 'client.changed', payload: { id: client.id } });
      });
      close();
    });

    it('is made once, also by requests at the same time, and leaves no file without a row', async () => {
      const answers = await Promise.all(Array.from({ length: 3 }, () => load()));
      answers.push(await load());
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(await Promise.all(['clients', 'moments', 'images'].map(countRows))).toEqual([1, 1, 5]);
      const kept = new Set(
        (await imagesOf((await get()).sample!.momentId!)).map(({ imageUrl }) => imageUrl.split('/')[3]),
      );
      await eventually(async () => {
        const folders = (await filesOf(app)).map((path) => path.split('/').at(-2)!);
        expect(new Set(folders)).toEqual(kept);
      });
    });

    it('is completed where its moment was deleted', async () => {
      await load().expect(204);
      const before = (await get()).sample!;
      await staff.delete(`/api/moments/${before.momentId}`).expect(204);
      expect((await get()).sample).toEqual({ clientId: before.clientId, momentId: null });
      await load().expect(204);
      const { clientId, momentId } = (await get()).sample!;
      expect(clientId).toBe(before.clientId);
      expect(await imagesOf(momentId!)).toHaveLength(5);
    });

    it('is removed with everything, and can be loaded again', async () => {
      await remove().expect(204);
      await load().expect(204);
      await remove().expect(204);
      expect(await get()).toEqual({ done: NOTHING, sample: null });
      expect(await Promise.all(['clients', 'moments', 'images'].map(countRows))).toEqual([0, 0, 0]);
      await eventually(async () => expect(await filesOf(app)).toEqual([]));
      await load().expect(204);
      expect((await get()).sample).not.toBeNull();
    });

    it('is removed by requests at the same time, each of which succeeds', async () => {
      await load().expect(204);
      const answers = await Promise.all(Array.from({ length: 4 }, () => remove()));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect((await get()).sample).toBeNull();
    });

    it('comes with one commit: until then there is no row, and a record of each folder to be removed', async () => {
      // Holds the last step, as if the process died before it.
      const holder = new Client({ connectionString: app.databaseUrl });
      await holder.connect();
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE clients IN SHARE MODE');
      const loading = load().then((response) => response);
      const reserved = `SELECT count(*)::int AS count FROM deletions WHERE "notBefore" > now() + interval '50 minutes'`;
      await eventually(async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        expect((await holder.query(waiting)).rowCount).toBe(1);
      });
      expect((await holder.query(reserved)).rows).toEqual([{ count: 5 }]);
      expect(await get()).toEqual({ done: NOTHING, sample: null });
      await holder.query('ROLLBACK');
      await holder.end();
      expect((await loading).status).toBe(204);
      expect(await app.db.query(reserved)).toEqual([{ count: 0 }]);
    });
  });
});
