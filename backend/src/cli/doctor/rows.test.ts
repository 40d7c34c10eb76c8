import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startStoredApp, type StoredApp } from '../../../test/backups.js';
import { createAgency, createMomentWithImages, createSuggestedOptimization, upload } from '../../../test/factories.js';
import { eventually } from '../../../test/eventually.js';
import { findings } from '../../../test/findings.js';
import type { Agent } from '../../../test/app.js';
import type { ImageView } from '../../contract/images.js';
import type { MomentView } from '../../contract/moments.js';
import { mergeMomentCounts, recountMoments } from '../../moments/moment-counts.queries.js';

describe('rows that disagree', () => {
  let app: StoredApp;
  let staff: Agent;
  let moment: MomentView;
  let images: ImageView[];

  beforeAll(async () => {
    app = await startStoredApp('disk');
    staff = await app.staff();
    ({ moment, images } = await createMomentWithImages(staff, 3));
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
  });
  afterAll(() => app.close());

  /** Expects exactly this finding, and that a repair of it holds. */
  async function expectRepaired(problem: string | RegExp, action: string): Promise<void> {
    const expected = { problem: expect.stringMatching(problem), action };
    expect(await findings(app)).toEqual([{ ...expected, outcome: 'repairable' }]);
    expect(await findings(app, 'repair')).toEqual([{ ...expected, outcome: 'repaired' }]);
    expect(await findings(app)).toEqual([]);
  }

  it('finds nothing after ordinary work', async () => {
    expect(await findings(app)).toEqual([]);
  });

  it('finds nothing after a resubmission was undone', async () => {
    const { moment: other, images: rejected } = await createMomentWithImages(staff, 1);
    const image = `/api/images/${rejected[0]!.id}`;
    await app.visitor().post(`${image}/reject`).send({ feedback: 'Too dark' }).expect(200);
    await staff.post(`${image}/resubmit`).expect(200);
    await staff.post(`${image}/resubmit/undo`).expect(200);
    expect(await findings(app)).toEqual([]);
    await staff.delete(`/api/moments/${other.id}`).expect(204);
  });

  it('recomputes the status and count of a moment', async () => {
    await app.db.query(`UPDATE moments SET "status" = 'rejected', "imageCount" = 7 WHERE "id" = $1`, [moment.id]);
    const problem = `moment ${moment.id} counts 7 images and is rejected, but has 3 and should be pending`;
    await expectRepaired(problem, 'derive both from its images');
    const { body } = await staff.get(`/api/moments/${moment.id}`).expect(200);
    expect(body).toMatchObject({ status: 'pending', imageCount: 3 });
  });

  it('recomputes the counts of moments', async () => {
    await app.db.query(`INSERT INTO moment_counts VALUES ('pending', 3), ('draft', 2)`);
    const draft = '2 moments are counted as draft, but there are 0';
    const pending = '4 moments are counted as pending, but there are 1';
    const results = (await findings(app, 'repair')).map(({ problem, outcome }) => [problem, outcome]).sort();
    expect(results).toEqual([draft, pending].map((problem) => [problem, 'repaired']));
    expect(await findings(app)).toEqual([]);
    const answer = await staff.get('/api/moments').query({ status: 'pending', limit: 1 }).expect(200);
    expect(answer.get('X-Total-Count')).toBe('1');
  });

  it('recomputes them once, also while a process merges their rows', async () => {
    const merging = app.db.createQueryRunner();
    await merging.startTransaction();
    await mergeMomentCounts(merging.manager);
    const recounted = app.db.transaction((manager) => recountMoments(manager, 'pending'));
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      expect(await app.db.query(waiting)).toHaveLength(1);
    });
    await merging.commitTransaction();
    await merging.release();
    await recounted;
    expect(await findings(app)).toEqual([]);
  });

  it('gives images with the same position new positions in order, and leaves gaps', async () => {
    await app.db.query('ALTER TABLE images DROP CONSTRAINT "images_momentId_position_key"');
    await app.db.query('UPDATE images SET "position" = "position" * 10 WHERE "momentId" = $1', [moment.id]);
    expect(await findings(app)).toEqual([]);
    await app.db.query('UPDATE images SET "position" = 10 WHERE "id" = $1', [images[2]!.id]);
    await expectRepaired(`moment ${moment.id} has images in the same place`, 'number them again, in their order');
    await app.db.query('ALTER TABLE images ADD UNIQUE ("momentId", "position")');
    await app.db.query('UPDATE images SET "position" = -5 WHERE "id" = $1', [images[2]!.id]);
    await expectRepaired(`moment ${moment.id} has images in the same place`, 'number them again, in their order');
    const { body } = await staff.get(`/api/moments/${moment.id}/images`).expect(200);
    expect(body.map(({ id }: ImageView) => id)).toEqual([images[2], images[0], images[1]].map((image) => image!.id));
  });

  it('recomputes the status, step and sections of an optimization', async () => {
    const { id } = await createSuggestedOptimization(staff);
    await app.db.query(`UPDATE gmb_optimizations SET "status" = 'completed', "currentStep" = 2 WHERE "id" = $1`, [id]);
    const problem = `optimization ${id} is completed at step 2, but should be in_progress at step 5`;
    await expectRepaired(problem, 'derive it again');
    await app.db.query(`DELETE FROM optimization_sections WHERE "optimizationId" = $1 AND "section" = 'faqs'`, [id]);
    await expectRepaired(`optimization ${id} lacks faqs`, 'derive it again');
    await staff.delete(`/api/clients/${moment.clientId}`);
    ({ moment, images } = await createMomentWithImages(staff, 3));
  });

  async function insertRun(fields: Record<string, unknown>, items: string[]): Promise<string> {
    const columns = { subjectId: moment.id, kind: 'captions', total: items.length, ...fields };
    const names = Object.keys(columns).map((name) => `"${name}"`);
    const [{ id }] = await app.db.query<[{ id: string }]>(
      `INSERT INTO runs (${names.join()}) VALUES (${names.map((_name, index) => `$${index + 1}`).join()}) RETURNING "id"`,
      Object.values(columns),
    );
    await app.db.query(
      `INSERT INTO run_items ("runId", "key", "position", "state")
       SELECT $1, gen_random_uuid(), n, state FROM unnest($2::text[]) WITH ORDINALITY AS items(state, n)`,
      [id, items],
    );
    return id;
  }

  const runRow = async (id: string): Promise<Record<string, unknown>> => {
    const [row] = await app.db.query<[Record<string, unknown>]>('SELECT * FROM runs WHERE "id" = $1', [id]);
    return row;
  };

  it.each([
    ['a wrong count', { state: 'completed', done: 3, endedAt: 'now' }, { state: 'completed', done: 1, failed: 1 }],
    ['a wrong state', { state: 'failed', done: 1, failed: 1, endedAt: 'now' }, { state: 'completed' }],
    ['no end', { state: 'completed', done: 1, failed: 1 }, { endedAt: expect.any(Date) }],
    ['an end, but goes on', { state: 'running', done: 1, failed: 1, endedAt: 'now' }, { endedAt: null }],
  ])('recomputes the counts of a run with %s', async (_name, fields, right) => {
    const id = await insertRun(fields, ['done', 'failed']);
    await expectRepaired(`run ${id} of captions is ${fields.state}`, 'count them again');
    expect(await runRow(id)).toMatchObject(right);
    await app.db.query('DELETE FROM runs');
  });

  it('ends the waiting items of a run that has ended', async () => {
    const fields = { state: 'completed', total: 3, done: 1, endedAt: 'now' };
    const id = await insertRun(fields, ['done', 'waiting', 'waiting']);
    await expectRepaired(`run ${id} of captions .* its items say 1 done, 0 failed and 2 waiting`, 'count them again');
    expect(await runRow(id)).toMatchObject({ total: 1, done: 1 });
  });

  it('records in its history that an image is missing', async () => {
    await upload(staff, moment.id, ['gone.jpg']);
    await app.db.query(`DELETE FROM images WHERE "fileName" = 'gone.jpg'`);
    await app.db.query('UPDATE moments SET "imageCount" = 3');
    const problem = `moment ${moment.id} has a history of image .* \\(gone.jpg\\), which is missing but was never deleted`;
    await expectRepaired(problem, 'record in its history that it was found missing');
    const { body } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(body[0]).toMatchObject({ action: 'image.deleted', imageName: 'gone.jpg', actorName: 'npm run doctor' });
  });

  it('reports decisions that the history does not record', async () => {
    await app.db.query(`UPDATE images SET "status" = 'approved' WHERE "momentId" = $1`, [moment.id]);
    await app.db.query(`UPDATE moments SET "status" = 'approved' WHERE "id" = $1`, [moment.id]);
    const found = await findings(app, 'repair');
    const about = images.map(({ id }) => `image ${id} of moment ${moment.id} is approved, but`).sort();
    expect(found.map(({ problem }) => problem.replace(/, but .*/, ', but')).sort()).toEqual(about);
    expect(found).toMatchObject(Array(3).fill({ outcome: 'manual' }));
    await staff.delete(`/api/moments/${moment.id}`).expect(204);
    ({ moment, images } = await createMomentWithImages(staff, 3));
  });

  it('keeps a verified domain of two agencies for the first one', async () => {
    const first = await createAgency(staff, { customDomain: 'review.agency.example' });
    const second = await createAgency(staff, { customDomain: 'other.agency.example' });
    await app.db.query('ALTER TABLE agencies DROP CONSTRAINT "agencies_customDomain_key"');
    await app.db.query(`UPDATE agencies SET "domainVerified" = true, "customDomain" = 'review.agency.example'`);
    await expectRepaired(
      `agency ${second.id} .* has the verified domain`,
      'take the verification back; staff may verify it again',
    );
    const { body } = await staff.get(`/api/agencies/${first.id}`).expect(200);
    expect(body.domainVerified).toBe(true);
    await app.db.query('UPDATE agencies SET "domainVerified" = true, "customDomain" = NULL WHERE "id" = $1', [
      second.id,
    ]);
    await expectRepaired(`agency ${second.id} .* names none`, 'take the verification back; staff may verify it again');
  });

  it('enables a trigger that was disabled', async () => {
    await app.db.query('ALTER TABLE images DISABLE TRIGGER images_deleted');
    await expectRepaired('the trigger images_deleted of the table images is disabled', 'enable it');
  });

  it('recreates the row of the settings', async () => {
    await app.db.query('DELETE FROM settings');
    await expectRepaired('the settings have no row', 'create it, with the default brand');
    await staff.get('/api/settings').expect(200);
  });

  it('finds nothing in a decision, an upload and a removal in progress', async () => {
    const runner = app.db.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`UPDATE images SET "status" = 'rejected' WHERE "id" = $1`, [images[0]!.id]);
    await runner.query(`INSERT INTO runs ("subjectId", "kind", "total") VALUES ($1, 'captions', 5)`, [moment.id]);
    await runner.query('DELETE FROM images WHERE "id" = $1', [images[1]!.id]);
    expect(await findings(app)).toEqual([]);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('reports why a repair failed', async () => {
    const folder = `IMAGES/${randomUUID()}`;
    await app.db.query(`INSERT INTO deletions ("folder", "notBefore") VALUES ($1, now() - interval '1 hour')`, [
      folder,
    ]);
    const [finding] = await findings(app, 'repair');
    expect(finding).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('not a storage key') });
    await app.db.query('DELETE FROM deletions WHERE "folder" = $1', [folder]);
  });
});
