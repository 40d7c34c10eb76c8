import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  CAPTION,
  createClient,
  createMoment,
  createMomentWithImages,
  createSuggestedOptimization,
} from '../../test/factories.js';
import type { ImageView } from '../contract/images.js';
import { WORK_KINDS, type WorkKind, type WorkView } from '../contract/work.js';

const NONE = Object.fromEntries(WORK_KINDS.map((kind) => [kind, 0]));

describe('the work list', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());
  beforeEach(() => app.db.query('DELETE FROM clients'));

  const work = async (): Promise<WorkView> => (await staff.get('/api/work').expect(200)).body as WorkView;
  const kinds = async (): Promise<WorkKind[]> => (await work()).items.map(({ kind }) => kind);
  const reject = (image: ImageView, feedback: string) =>
    app.visitor().post(`/api/images/${image.id}/reject`).send({ feedback }).expect(200);
  const caption = async (images: ImageView[]): Promise<void> => {
    for (const { id } of images) await staff.patch(`/api/images/${id}`).send(CAPTION).expect(200);
  };
  const sharedDaysAgo = (id: string, days: number) =>
    app.db.query(`UPDATE moments SET "sharedAt" = now() - $2 * interval '1 day' WHERE "id" = $1`, [id, days]);

  it('is empty at first', async () => {
    await createMomentWithImages(staff, 1);
    expect(await work()).toEqual({ items: [], counts: NONE });
  });

  it('holds a moment with rejected images until they are answered, with the client’s last words', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Petal' });
    const { moment, images } = await createMomentWithImages(staff, 3, { clientId, title: 'Bouquets' });
    await reject(images[0]!, 'Too dark');
    await reject(images[1]!, 'Wrong ribbon');
    const { items, counts } = await work();
    expect(items).toEqual([
      {
        kind: 'moment.feedback',
        subjectId: moment.id,
        title: 'Bouquets',
        client: { id: clientId, business: 'Petal' },
        coverUrl: images[1]!.thumbnailUrl,
        count: 2,
        sections: [],
        words: 'Wrong ribbon',
        dueOn: null,
        daysLeft: null,
        at: expect.any(String),
        publicLink: null,
        isOpenLinkWorking: true,
        publicOrigin: null,
      },
    ]);
    expect(counts).toEqual({ ...NONE, 'moment.feedback': 1 });
    await staff.post(`/api/images/${images[1]!.id}/resubmit`).expect(200);
    expect((await work()).items).toMatchObject([{ count: 1, words: 'Too dark', coverUrl: images[0]!.thumbnailUrl }]);
    await staff.post(`/api/images/${images[0]!.id}/resubmit`).expect(200);
    expect(await work()).toEqual({ items: [], counts: NONE });
  });

  it('holds an optimization with rejected sections', async () => {
    const { id, publicLink } = await createSuggestedOptimization(staff, { businessName: 'Harbor Dental' });
    const decide = `/api/gmb-optimizations/public/${publicLink}/approve`;
    const rejection = { status: 'rejected', feedback: 'No braces' };
    await app.visitor().post(`${decide}/services`).send(rejection).expect(200);
    expect(await work()).toMatchObject({
      items: [
        {
          kind: 'optimization.feedback',
          subjectId: id,
          title: 'Harbor Dental',
          coverUrl: null,
          count: 1,
          sections: ['services'],
          words: 'No braces',
        },
      ],
      counts: { 'optimization.feedback': 1 },
    });
    await app.visitor().post(`${decide}/services`).send({ status: 'approved' }).expect(200);
    expect(await kinds()).toEqual([]);
  });

  it('holds a moment whose last generation failed, while images lack a caption and nothing is generated', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    const run = async (state: string, failed: number, kind = 'captions'): Promise<string> => {
      const [{ id }] = await app.db.query(
        `INSERT INTO runs ("kind", "subjectId", "payload", "state", "total", "failed", "endedAt", "leasedUntil", "createdAt")
         VALUES ($4, $1, '{"mode":"missing"}', $2, 2, $3, now(), now() + interval '1 hour', clock_timestamp())
         RETURNING "id"`,
        [moment.id, state, failed, kind],
      );
      return id as string;
    };
    const runId = await run('failed', 2);
    for (const [position, { id }] of images.entries())
      await app.db.query(
        `INSERT INTO run_items ("runId", "key", "position", "state", "message") VALUES ($1, $2, $3, 'failed', 'Too busy')`,
        [runId, id, position],
      );
    expect((await work()).items).toMatchObject([{ kind: 'captions.failed', count: 2, words: 'Too busy' }]);
    await caption([images[0]!]);
    expect(await work()).toMatchObject({ items: [{ count: 1 }], counts: { 'captions.failed': 1 } });
    await run('completed', 0, 'optimizations');
    expect(await kinds()).toEqual(['captions.failed']);
    await run('running', 0);
    expect(await kinds()).toEqual([]);
  });

  it('holds a captioned moment until it is shared, and again after three days without a visitor', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    await caption(images);
    expect((await work()).items).toMatchObject([{ kind: 'moment.unshared', subjectId: moment.id, count: 2 }]);
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    expect(await kinds()).toEqual([]);
    await sharedDaysAgo(moment.id, 2.9);
    expect(await kinds()).toEqual([]);
    await sharedDaysAgo(moment.id, 3.1);
    expect(await work()).toMatchObject({
      items: [{ kind: 'moment.unopened', subjectId: moment.id }],
      counts: { 'moment.unopened': 1 },
    });
    await app.visitor().post(`/api/public/${moment.id}/opened`);
    expect(await kinds()).toEqual([]);
  });

  it('lists what is approved until it is delivered', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await staff.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    const undelivered = async () => {
      const { items, counts } = await work();
      return [counts['moment.undelivered'], items.filter(({ kind }) => kind === 'moment.undelivered')];
    };
    expect(await undelivered()).toMatchObject([1, [{ subjectId: moment.id, count: 1 }]]);
    await staff.post(`/api/moments/${moment.id}/delivered`).expect(200);
    expect(await undelivered()).toEqual([0, []]);
  });

  it('holds an optimization with all suggestions until it is shared, and again after three days without a visitor', async () => {
    const { id, publicLink } = await createSuggestedOptimization(staff, { businessName: 'Harbor Dental' });
    expect(await work()).toMatchObject({
      items: [{ kind: 'optimization.unshared', subjectId: id, title: 'Harbor Dental', count: 5, publicLink }],
      counts: { 'optimization.unshared': 1 },
    });
    await staff.post(`/api/gmb-optimizations/${id}/share`).expect(200);
    expect(await kinds()).toEqual([]);
    await app.db.query(`UPDATE optimizations SET "sharedAt" = now() - interval '73 hours'`);
    expect(await work()).toMatchObject({
      items: [{ kind: 'optimization.unopened', subjectId: id, publicLink }],
      counts: { 'optimization.unopened': 1 },
    });
    await app.visitor().post(`/api/gmb-optimizations/public/${publicLink}/opened`).expect(204);
    expect(await kinds()).toEqual([]);
  });

  it('takes a decision as proof that the link was opened', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await sharedDaysAgo(moment.id, 4);
    expect(await kinds()).toEqual(['moment.unopened']);
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).send({}).expect(200);
    expect(await kinds()).toEqual([]);
  });

  it('puts what a client waits for first, holds 50 at most, and counts all', async () => {
    const { id: clientId } = await createClient(staff);
    await app.db.query(
      `INSERT INTO moments ("title", "clientId", "status") SELECT 'Package ' || n, $1, 'generated' FROM generate_series(1, 60) n`,
      [clientId],
    );
    const { images } = await createMomentWithImages(staff, 1, { clientId });
    await reject(images[0]!, 'Too dark');
    const { items, counts } = await work();
    expect(items).toHaveLength(50);
    expect(items[0]!.kind).toBe('moment.feedback');
    expect(counts).toMatchObject({ 'moment.feedback': 1, 'moment.unshared': 60 });
  });

  it('notes when a moment was first opened, and keeps that', async () => {
    const { id } = await createMoment(staff);
    const openedAt = async () =>
      (await app.db.query<[{ openedAt: Date | null }]>('SELECT "openedAt" FROM moments WHERE "id" = $1', [id]))[0]
        .openedAt;
    expect(await openedAt()).toBeNull();
    await app.visitor().post(`/api/public/${id}/opened`);
    const first = await openedAt();
    expect(first).not.toBeNull();
    await app.db.query(`INSERT INTO history ("reviewId", "action", "actor") VALUES ($1, 'moment.opened', 'visitor')`, [
      id,
    ]);
    expect(await openedAt()).toEqual(first);
  });
});
