import { Pool } from 'pg';
import { serve } from './server.js';

/** `GET /?limit=`: the first moments of the list, with the total in a header, in the API's format. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const PAGE = `SELECT m.*, c."business", decided.*, cover.*, last.*, run.*
  FROM (SELECT * FROM moments ORDER BY "createdAt" DESC, id LIMIT $1) m
  JOIN clients c ON c.id = m."clientId"
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'approved')::int AS approved,
      count(*) FILTER (WHERE status = 'rejected')::int AS rejected
    FROM images WHERE "momentId" = m.id AND m.status IN ('pending', 'rejected')
  ) decided
  LEFT JOIN LATERAL (
    SELECT "fileId" FROM images WHERE "momentId" = m.id ORDER BY "position" LIMIT 1
  ) cover ON true
  LEFT JOIN LATERAL (
    SELECT action, at FROM history WHERE "reviewId" = m.id ORDER BY id DESC LIMIT 1
  ) last ON true
  LEFT JOIN (
    SELECT DISTINCT ON ("subjectId") "subjectId", id AS "runId", total, done, failed
    FROM runs WHERE kind = 'captions' AND state IN ('queued', 'running') ORDER BY "subjectId", total DESC
  ) run ON run."subjectId" = m.id
  ORDER BY m."createdAt" DESC, m.id`;
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
    coverUrl: row.fileId && `/media/images/${row.fileId}/thumbnail.webp`,
    approvedCount: row.status === 'approved' ? row.imageCount : row.approved,
    rejectedCount: row.rejected,
    lastActivity: { action: row.action ?? 'moment.created', at: (row.at ?? row.createdAt).toISOString() },
    run: row.runId && { runId: row.runId, total: row.total, done: row.done, failed: row.failed },
  }));
  response.writeHead(200, { 'Content-Type': 'application/json', 'X-Total-Count': count.rows[0].count });
  response.end(JSON.stringify(items));
});
