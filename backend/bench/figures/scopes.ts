import { Client } from 'pg';
import { measureAlternately, ratioAtMost, type Figure, type Row } from '../figure.js';
import { load } from '../http-load.js';
import { call, signIn, startProduct, type Product } from '../product.js';
import { seedMoments } from '../seed.js';

const ROUNDS = 5;
const SECONDS = 2;
const MOMENTS = 100_000;
const AGENCIES = 3;
const CLIENTS_OF_EACH = 100;

const PATHS = {
  'the first page of moments': '/api/moments?limit=50',
  'a page of moments of one status': '/api/moments?limit=50&status=approved',
  'a search of moments': '/api/moments?limit=50&search=package%20777',
  'a page of clients': '/api/clients?limit=50',
  'a page of clients by open work': '/api/clients?limit=50&sort=-openCount',
  'the search in the header': '/api/search?q=florist',
  'what needs staff': '/api/work',
};

/** What somebody waits for whose scope is 300 of 10,000 clients, in three agencies, against somebody who sees all. */
export const scopes: Figure = {
  name: 'scopes',
  measure: async () => {
    const fill = (databaseUrl: string) => seedMoments(databaseUrl, MOMENTS, 10);
    const product = await startProduct('embedded', { fill });
    try {
      const agencyIds = await addAgencies(product);
      const colleague = await addColleague(product, agencyIds);
      const rows: Row[] = [];
      for (const [what, path] of Object.entries(PATHS)) {
        const msOf = async (headers: Record<string, string>): Promise<number> =>
          1000 / (await load(product.url + path, { headers, connections: 1, seconds: SECONDS })).perSecond;
        const ms = await measureAlternately(
          ROUNDS,
          () => msOf(colleague),
          () => msOf(product.staff),
        );
        rows.push(ratioAtMost(`${what}: a scope of 300 of 10,000 clients, against all`, 'ms', 1.5, ms));
      }
      return rows;
    } finally {
      await product.stop();
    }
  },
};

/** Three agencies with a hundred clients each. */
async function addAgencies(product: Product): Promise<string[]> {
  const db = new Client(product.databaseUrl);
  await db.connect();
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO agencies ("name") SELECT 'Agency ' || n FROM generate_series(1, $1::int) n RETURNING "id"`,
    [AGENCIES],
  );
  const ids = rows.map(({ id }) => id);
  // Clients all over the table, as agencies have them that were added at one time or another.
  await db.query(
    `UPDATE clients SET "agencyId" = ($1::uuid[])[1 + nth % $2] FROM (
       SELECT "id", row_number() OVER (ORDER BY "id") AS nth FROM clients ORDER BY "id" LIMIT $2 * $3::int
     ) chosen WHERE chosen."id" = clients."id"`,
    [ids, AGENCIES, CLIENTS_OF_EACH],
  );
  await db.query('VACUUM ANALYZE');
  await db.end();
  return ids;
}

/** Headers of a manager who sees the clients of these agencies alone. */
async function addColleague(product: Product, agencyIds: string[]): Promise<{ cookie: string }> {
  const account = { email: 'bea@example.com', password: 'a password of some length' };
  const scope = { agencyIds, clientIds: [] };
  await call(product, 'POST', '/api/register', { ...account, role: 'manager', scope });
  return { cookie: await signIn(product.url, account) };
}
