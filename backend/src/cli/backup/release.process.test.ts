import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../../test/app.js';
import { createEmptyDatabase } from '../../../test/database.js';
import { BACKUP, FACTS, initialSchema, SECRET, STAFF, type Facts } from '../../../test/fixtures/release.js';
import { runBuilt } from '../../../test/worker-process.js';
import { MIGRATIONS } from '../../database/applied-migrations.js';
import { BACKED_UP_TABLES } from './snapshot.js';

const CHANGED = `The initial migration was changed after the backup of 1.0.0 in test/fixtures/ was made.
Take the change back, and add a migration (CONTRIBUTING.md).`;

describe('the backup of 1.0.0, restored into an empty database', () => {
  let facts: Facts;
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    facts = JSON.parse(await readFile(FACTS, 'utf8')) as Facts;
    if (facts.schema !== (await initialSchema())) throw new Error(CHANGED);
    const database = await createEmptyDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'gmb-restored-'));
    const env = { DATA_DIR: dataDir, SESSION_SECRET: SECRET };
    const restore = runBuilt('cli/restore.js', [BACKUP], { ...env, DATABASE_URL: database.url });
    let said = '';
    for (const stream of [restore.stdout!, restore.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk));
    const [code] = (await once(restore, 'close')) as [number];
    if (code !== 0) throw new Error(`The restore ended with code ${code}: ${said}`);
    app = await startApp(env, database);
    staff = app.visitor();
    await staff.post('/api/login').send(STAFF).expect(200);
  });
  afterAll(() => app?.close());

  it('has all migrations of this version, and every row', async () => {
    expect(await app.db.query('SELECT name FROM migrations ORDER BY id')).toEqual(MIGRATIONS.map((name) => ({ name })));
    const then = Object.entries(facts.rows).filter(([table]) => BACKED_UP_TABLES.includes(table));
    const now = then.map(async ([table]) => [
      table,
      (await app.db.query(`SELECT count(*)::int AS count FROM ${table}`))[0].count,
    ]);
    expect(await Promise.all(now)).toEqual(then);
    expect(facts.rows).toMatchObject({ users: 2, clients: 1, images: 3, deliveries: 1 });
  });

  it('says in the audit log that it was restored', async () => {
    const { body } = await staff.get('/api/audit?actor=commandLine').expect(200);
    const changes = { version: { from: '', to: '1.0.0' } };
    expect(body.entries).toMatchObject([{ action: 'backup.restored', actorName: null, changes }]);
  });

  it('shows staff the texts and the decisions on photos and sections, and who made them', async () => {
    const { body: images } = await staff.get(`/api/moments/${facts.momentId}/images`).expect(200);
    expect(images).toMatchObject(facts.images);
    expect(facts.images.map(({ status }) => status)).toEqual(['approved', 'pending', 'pending']);
    const { body: history } = await staff.get(`/api/moments/${facts.momentId}/history`).expect(200);
    expect(history).toContainEqual(
      expect.objectContaining({ action: 'image.rejected', actorName: 'Maria Lopez', feedback: 'Too dark' }),
    );
    const { body } = await staff.get(`/api/gmb-optimizations/${facts.optimizationId}`).expect(200);
    expect(body.optimization).toMatchObject({ servicesApproved: 'approved', faqsApproved: 'rejected' });
  });

  it('lets reviewers open their links, and decide', async () => {
    const review = { 'Review-Link': facts.tokens.moment };
    const { body: images } = await app.visitor().get(`/api/public/${facts.momentId}/images`).set(review).expect(200);
    expect(images).toHaveLength(3);
    await app.visitor().post(`/api/images/${facts.images[2]!.id}/approve`).set(review).expect(200);
    const path = `/api/gmb-optimizations/public/${facts.optimizationId}`;
    await app.visitor().get(path).set('Review-Link', facts.tokens.optimization).expect(200);
  });

  it('has the files byte for byte, and what was delivered with its certificate', async () => {
    const { body: images } = await staff.get(`/api/moments/${facts.momentId}/images`).expect(200);
    const original = await staff.get(images[0].imageUrl).responseType('blob').expect(200);
    expect(createHash('sha256').update(original.body).digest('hex')).toBe(facts.original);
    expect((await staff.get(`/api/deliveries/${facts.deliveryId}`).expect(200)).body).toMatchObject({ state: 'done' });
    await staff.get(`/api/deliveries/${facts.deliveryId}/certificate.json`).expect(200);
  });
});
