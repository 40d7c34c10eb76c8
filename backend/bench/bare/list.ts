import { Pool } from 'pg';
import { serve } from './server.js';

/** `GET /?limit=`: the moments of a list, with their number, as the API answers them. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const PAGE = `SELECT m.*, c."business" FROM moments m JOIN clients c ON c.id = m."clientId"
  ORDER BY m."createdAt" DESC, m.id LIMIT $1`;
const COUNT = 'SELECT count(*) FROM moments m JOIN clients c ON c.id = m."clientId"';

serve(async (request, response) => {
  const limit = new URL(request.url!, 'http://bare').searchParams.get('limit');
  const [page, count] = await Promise.all([pool.query(PAGE, [limit]), pool.query(COUNT)]);
  const items = page.rows.map((row) => ({
    id: row.id,
    title: row.title,
    clientId: row.clientId,
    status: row.status,
    imageCount: row.imageCount,
    createdAt: row.createdAt.toISOString(),
    client: { id: row.clientId, business: row.business },
  }));
  response.writeHead(200, { 'Content-Type': 'application/json', 'X-Total-Count': count.rows[0].count });
  response.end(JSON.stringify(items));
});
