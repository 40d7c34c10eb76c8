import { Pool } from 'pg';
import { serve } from './server.js';

/** `GET /<momentId>`: the images of a moment in the format of the public API. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const IMAGES = `SELECT i.* FROM images i JOIN moments m ON m.id = i."momentId" WHERE m.id = $1 ORDER BY i."position"`;

serve(async (request, response) => {
  const { rows } = await pool.query(IMAGES, [request.url!.slice(1)]);
  const images = rows.map((row) => ({
    id: row.id,
    momentId: row.momentId,
    position: row.position,
    imageUrl: `/media/images/${row.fileId}/original.${row.extension}`,
    previewUrl: `/media/images/${row.fileId}/preview.webp`,
    thumbnailUrl: `/media/images/${row.fileId}/thumbnail.webp`,
    width: row.width,
    height: row.height,
    title: row.title,
    description: row.description,
    status: row.status,
    feedback: row.feedback,
    version: row.version,
    earlier: row.earlier,
  }));
  response.writeHead(200, { 'Content-Type': 'application/json', 'X-Total-Count': images.length });
  response.end(JSON.stringify(images));
});
