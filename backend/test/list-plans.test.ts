import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Logger } from 'typeorm';
import { startApp, type Agent, type TestApp } from './app.js';
import { addColleague } from './colleagues.js';
import { createAgency, createClient, createMoment } from './factories.js';

/** Lists must take no longer when there is more that they do not show. The list of moments has tests of its own. */

const MANY = 20_000;

let app: TestApp;
let staff: Agent;
let agencyId: string;
let clientId: string;
let momentId: string;
let optimizationId: string;
/** Responsible for one client in a hundred. */
let colleagueId: string;

beforeAll(async () => {
  app = await startApp();
  staff = await app.staff();
  agencyId = (await createAgency(staff)).id;
  clientId = (await createClient(staff, { agencyId })).id;
  momentId = (await createMoment(staff, { clientId })).id;
  const body = {
    clientId,
    businessName: 'Rose Florist',
    website: 'https://rose.example',
    gmbLink: 'https://g.example',
  };
  optimizationId = (await staff.post('/api/gmb-optimizations').send(body).expect(201)).body.id;
  colleagueId = (await addColleague(app)).userId;
  await fill();
});
afterAll(() => app.close());

async function fill(): Promise<void> {
  const { query } = app.db;
  const ask = (sql: string): Promise<unknown> => query.call(app.db, sql, [MANY]);
  await ask(
    `INSERT INTO agencies ("name", "primaryColor") SELECT 'Agency ' || n, '#000000' FROM generate_series(1, $1) n`,
  );
  await ask(`INSERT INTO clients ("business") SELECT 'Business ' || n FROM generate_series(1, $1) n`);
  await ask(`UPDATE clients SET "ownerId" = '${colleagueId}' WHERE "id" IN (SELECT "id" FROM clients LIMIT $1 / 100)`);
  await ask(`INSERT INTO moments ("title", "clientId") SELECT 'Package', id FROM clients LIMIT $1`);
  await ask(`INSERT INTO images ("momentId", "position", "fileId", "fileName", "extension", "width", "height")
    SELECT id, 1, gen_random_uuid(), 'a.jpg', 'jpg', 1, 1 FROM moments LIMIT $1`);
  await ask(`INSERT INTO optimizations ("clientId", "title", "publicLink", "createdAt")
    SELECT id, 'Name', left(id::text, 22), now() - random() * interval '1 year' FROM clients LIMIT $1`);
  await ask(
    `INSERT INTO history ("reviewId", "action", "actor") SELECT id, 'image.edited', 'staff' FROM moments LIMIT $1`,
  );
  await ask(`INSERT INTO history ("reviewId", "action", "actor")
    SELECT id, 'section.edited', 'staff' FROM optimizations LIMIT $1`);
  await ask(`INSERT INTO mail_recipients ("email") SELECT n || '@example.com' FROM generate_series(1, $1) n`);
  await ask(`INSERT INTO mails ("recipientId", "kind", "language", "dedupeKey", "state", "dueAt")
    SELECT id, 'receipt', 'en', '', 'sent', now() FROM mail_recipients LIMIT $1`);
  for (const table of ['mails', 'mail_recipients', 'agencies', 'clients', 'reviews', 'images', 'history']) {
    await app.db.query(`VACUUM ANALYZE ${table}`);
  }
}

/** What a request asks the database. */
async function statementsOf(path: string): Promise<{ sql: string; parameters: unknown }[]> {
  const statements: { sql: string; parameters: unknown }[] = [];
  const { logger } = app.db;
  const logQuery: Logger['logQuery'] = (sql, parameters = []) => void statements.push({ sql, parameters });
  app.db.logger = Object.assign(Object.create(logger) as Logger, { logQuery });
  await staff.get(path).expect(200);
  app.db.logger = logger;
  return statements.filter(({ sql }) => /^\s*(SELECT|WITH)/.test(sql));
}

/** The plans of a request that read a table whole, or contain one of the nodes. */
async function costlyPlans(path: string, nodes: string[]): Promise<string[]> {
  const statements = await statementsOf(path);
  expect(statements.length).toBeGreaterThan(1);
  const plans = await Promise.all(
    statements.map(async ({ sql, parameters }) => {
      const [{ 'QUERY PLAN': plan }] = await app.db.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters as unknown[]);
      const text = JSON.stringify(plan);
      // What counts all rows of a table has to read them.
      const costly = /^SELECT COUNT\(1\)/.test(sql) ? ['Sort', 'Hash Join', 'Nested Loop'] : ['Seq Scan', ...nodes];
      return costly.some((node) => text.includes(`"Node Type":"${node}"`)) ? `${sql}\n${text}` : '';
    }),
  );
  return plans.filter(Boolean);
}

it.each([
  ['clients', () => '/api/clients?limit=50'],
  ['clients further on', () => '/api/clients?limit=50&offset=150'],
  ['the newest clients', () => '/api/clients?limit=50&sort=-createdAt'],
  ['mails', () => '/api/mails?limit=50'],
  ['agencies', () => '/api/agencies?limit=50'],
  ['optimizations', () => '/api/gmb-optimizations?limit=50'],
  ['optimizations further on', () => '/api/gmb-optimizations?limit=50&offset=150'],
  ['one optimization', () => `/api/gmb-optimizations/${optimizationId}`],
  ['images', () => `/api/moments/${momentId}/images`],
  ['images as their reviewer reads them', () => `/api/public/${momentId}/images`],
  ['the history of a moment', () => `/api/moments/${momentId}/history?limit=50`],
  ['the history of an optimization', () => `/api/gmb-optimizations/${optimizationId}/history?limit=50`],
])('reads %s by an index', async (_what, path) => {
  expect(await costlyPlans(path(), ['Sort'])).toEqual([]);
});

// What they leave is sorted.
it.each([
  ['the clients of an agency', () => `/api/clients?limit=50&agencyId=${agencyId}`],
  ['clients by a text', () => '/api/clients?limit=50&search=ness%20777'],
  ['optimizations by a text', () => '/api/gmb-optimizations?limit=50&search=ness%20777'],
  ['the optimizations of a client', () => `/api/gmb-optimizations?limit=50&clientId=${clientId}`],
  ['the history of everything', () => '/api/history?limit=50'],
  ['the own clients', () => '/api/clients?limit=50&owner=mine'],
  ['the moments of a colleague’s clients', () => `/api/moments?limit=50&owner=${colleagueId}`],
  ['the optimizations of a colleague’s clients', () => `/api/gmb-optimizations?limit=50&owner=${colleagueId}`],
  ['moments that are overdue', () => '/api/moments?limit=50&due=overdue'],
])('filters %s by an index', async (_what, path) => {
  expect(await costlyPlans(path(), [])).toEqual([]);
});

interface PlanNode {
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** The most rows that one node of a plan has read. */
function mostRows({ Plans = [], ...node }: PlanNode): number {
  return Math.max(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), ...Plans.map(mostRows));
}

it('reads no moments to find the optimizations whose day has passed', async () => {
  await app.db.query(
    `UPDATE moments SET "dueOn" = CURRENT_DATE - 3 WHERE "id" IN (SELECT "id" FROM moments WHERE "id" <> $1 LIMIT 400)`,
    [momentId],
  );
  await app.db.query(`VACUUM ANALYZE reviews`);
  const statements = (await statementsOf('/api/work')).filter(({ sql }) => sql.includes('optimizations'));
  expect(statements).not.toEqual([]);
  for (const { sql, parameters } of statements) {
    const [explained] = await app.db.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      parameters as unknown[],
    );
    expect(mostRows(explained!['QUERY PLAN'][0]!.Plan)).toBeLessThan(100);
  }
});
