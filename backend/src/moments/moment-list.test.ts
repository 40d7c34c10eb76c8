import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createClient, createMoment } from '../../test/factories.js';
import { EVERYTHING } from '../access/scope.js';
import type { MomentQuery } from '../contract/moments.js';
import { MomentCountsSweep } from './moment-counts.sweep.js';
import { countMoments } from './moment-counts.queries.js';
import { momentCountQuery, momentSearch, momentsQuery } from './moment-list.queries.js';

const STATUSES = ['draft', 'generated', 'pending', 'approved', 'rejected'] as const;

describe('the list of moments', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  /** What the triggers kept, against what there is. */
  async function expectTrueCounts(): Promise<void> {
    const counted = await Promise.all(STATUSES.map((status) => countMoments(app.db, [status])));
    const there = await app.db.query('SELECT status, count(*)::int AS count FROM moments GROUP BY status');
    const found = STATUSES.map((status) => there.find((row: { status: string }) => row.status === status)?.count ?? 0);
    expect(counted).toEqual(found);
    expect(await countMoments(app.db)).toBe(found.reduce((sum, count) => sum + count, 0));
  }

  it('counts correctly while moments are created, changed and deleted concurrently', async () => {
    const { id: clientId } = await createClient(staff);
    const sweep = new MomentCountsSweep(app.db);
    const moments = await Promise.all(Array.from({ length: 12 }, () => createMoment(staff, { clientId })));
    await expectTrueCounts();
    await Promise.all([
      ...moments.map(({ id }, index) => {
        const status = STATUSES[index % STATUSES.length];
        if (index < 4) return staff.delete(`/api/moments/${id}`).expect(204);
        return app.db.query('UPDATE moments SET status = $2 WHERE id = $1', [id, status]);
      }),
      sweep.sweep(),
      new MomentCountsSweep(app.db).sweep(),
    ]);
    await expectTrueCounts();
    await sweep.sweep();
    const rows = await app.db.query('SELECT status FROM moment_counts');
    expect(rows.length).toBe(new Set(rows.map(({ status }: { status: string }) => status)).size);
    await staff.delete(`/api/clients/${clientId}`).expect(204);
    await expectTrueCounts();
    expect(await countMoments(app.db)).toBe(0);
  });

  it('counts nothing of what was rolled back', async () => {
    const { id: clientId } = await createClient(staff);
    await app.db
      .transaction(async (manager) => {
        await manager.query(`INSERT INTO moments ("title", "clientId") VALUES ('Never', $1)`, [clientId]);
        throw new Error('back');
      })
      .catch(() => undefined);
    await expectTrueCounts();
  });

  describe('with 30,000 moments of as many clients', () => {
    beforeAll(async () => {
      await app.db.query(`INSERT INTO clients ("business") SELECT 'Business ' || n FROM generate_series(1, 30000) n`);
      // In parts, as a statement has seven seconds.
      for (let first = 1; first < 30_000; first += 2000) {
        await app.db.query(
          `INSERT INTO moments ("title", "clientId", "status", "createdAt")
           SELECT 'Package ' || n, c.id, ($1::text[])[1 + n % 5], now() - n * interval '1 minute'
           FROM generate_series($2::int, $2::int + 1999) n
           JOIN (SELECT id, row_number() OVER (ORDER BY id) AS nth FROM clients) c ON c.nth = n`,
          [STATUSES, first],
        );
      }
      await app.db.query('VACUUM ANALYZE reviews');
      await app.db.query('VACUUM ANALYZE clients');
    });

    async function planOf({ sql, parameters }: { sql: string; parameters: unknown[] }): Promise<string> {
      const [{ 'QUERY PLAN': plan }] = await app.db.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
      return JSON.stringify(plan);
    }

    function tablesReadWhole(plan: string): string[] {
      return [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(([, name]) => name!);
    }

    const QUERIES: [what: string, query: MomentQuery][] = [
      ['the newest', {}],
      ['the oldest', { sort: 'createdAt' }],
      ['by title', { sort: 'title' }],
      ['by title, backwards', { sort: '-title' }],
      ['one status', { status: 'approved' }],
      ['one client', { clientId: '00000000-0000-4000-8000-000000000000' }],
    ];
    const SEARCHES: [what: string, query: MomentQuery][] = [
      ['a title', { search: 'age 777' }],
      ['a business in one status', { search: 'Business 42', status: 'pending' }],
      ['a business by title', { search: 'Business 42', sort: '-title' }],
      ['one client', { search: '777', clientId: '00000000-0000-4000-8000-000000000000' }],
    ];

    it.each(QUERIES)('reads %s by an index', async (_what, query) => {
      expect(tablesReadWhole(await planOf(momentsQuery({ ...query, limit: 50 }, EVERYTHING)))).toEqual([]);
    });

    it.each(QUERIES.slice(0, 5))('reads %s of many clients, and their number, by an index', async (_what, query) => {
      const rows: { id: string }[] = await app.db.query('SELECT "id" FROM clients LIMIT 300');
      const by = { scope: { agencyIds: [], clientIds: rows.map(({ id }) => id) } };
      expect(tablesReadWhole(await planOf(momentsQuery({ ...query, limit: 50 }, by)))).toEqual([]);
      expect(tablesReadWhole(await planOf(momentCountQuery(query, by)))).toEqual([]);
    });

    it('counts those of one client by an index', async () => {
      const clientId = '00000000-0000-4000-8000-000000000000';
      expect(tablesReadWhole(await planOf(momentCountQuery({ clientId }, EVERYTHING)))).toEqual([]);
    });

    it.each(SEARCHES)('finds %s by an index', async (_what, query) => {
      expect(tablesReadWhole(await planOf(momentSearch({ ...query, limit: 50 }, EVERYTHING)))).toEqual([]);
    });

    it('finds few matches without scanning the newest rows, also when the planner expects many', async () => {
      // What stands in the histogram counts for a hundredth of all.
      const [{ title }] = await app.db.query(
        `SELECT (histogram_bounds::text::text[])[50] AS title FROM pg_stats WHERE tablename = 'reviews' AND attname = 'title'`,
      );
      const plan = await planOf(momentSearch({ search: title, limit: 10 }, EVERYTHING));
      expect(plan).toContain('moments_title_search');
      expect(plan).not.toContain('moments_newest');
      const found = await staff.get('/api/moments').query({ search: title, limit: 10 }).expect(200);
      expect(found.body.map((moment: { title: string }) => moment.title)).toContain(title);
    });

    it('finds by title and by business, case-insensitively, with the total count', async () => {
      const byTitle = await staff.get('/api/moments').query({ search: 'pACKAGE 777', limit: 1 }).expect(200);
      expect(byTitle.get('X-Total-Count')).toBe('11');
      const byBusiness = await staff.get('/api/moments').query({ search: 'business 12345', limit: 3 }).expect(200);
      expect(byBusiness.get('X-Total-Count')).toBe('1');
      for (const { client } of byBusiness.body) expect(client.business).toBe('Business 12345');
      const sorted = await staff.get('/api/moments').query({ search: 'age 777', sort: '-title', limit: 3, offset: 1 });
      expect(sorted.body.map(({ title }: { title: string }) => title)).toEqual([
        'Package 7778',
        'Package 7777',
        'Package 7776',
      ]);
      const behind = await staff.get('/api/moments').query({ search: 'age 777', offset: 11 }).expect(200);
      expect([behind.get('X-Total-Count'), behind.body]).toEqual(['11', []]);
    });

    it('returns the total count of all and of one status with any page', async () => {
      const page = await staff.get('/api/moments').query({ limit: 2, offset: 29_999 }).expect(200);
      expect([page.get('X-Total-Count'), page.body.length]).toEqual(['30000', 1]);
      const status = await staff.get('/api/moments').query({ status: 'approved', offset: 5990 }).expect(200);
      expect([status.get('X-Total-Count'), status.body.length]).toEqual(['6000', 10]);
      const all = await staff.get('/api/moments').expect(200);
      expect([all.get('X-Total-Count'), all.body.length]).toEqual(['30000', 30_000]);
    });
  });
});
