import { Client } from 'pg';

const STATUSES = ['draft', 'generated', 'pending', 'approved', 'rejected'];

/**
 * Fills an empty database with `moments` moments, ten per client and in all statuses, with `imagesEach` images each.
 */
export async function seedMoments(databaseUrl: string, moments: number, imagesEach: number): Promise<void> {
  const db = new Client(databaseUrl);
  await db.connect();
  await db.query(CLIENTS, [Math.max(1, Math.ceil(moments / 10))]);
  await db.query(MOMENTS, [moments, STATUSES, imagesEach]);
  if (imagesEach > 0) await db.query(IMAGES, [imagesEach]);
  // Autovacuum would do this after a while: it updates the statistics and the visibility map.
  await db.query('VACUUM ANALYZE');
  await db.end();
}

const CLIENTS = `INSERT INTO clients ("business", "serviceAreas")
  SELECT (ARRAY['Rose', 'Oak', 'Harbour', 'Sunny', 'Corner'])[1 + n % 5] || ' ' ||
    (ARRAY['Florist', 'Bakery', 'Dental', 'Garage', 'Yoga', 'Books', 'Optics'])[1 + n % 7] || ' ' || n, 'Riverton'
  FROM generate_series(1, $1) n`;

const MOMENTS = `INSERT INTO moments ("title", "clientId", "imageCount", "status", "createdAt")
  SELECT (ARRAY['Spring', 'Summer', 'Autumn', 'Winter'])[1 + n % 4] || ' package ' || n, c.id, $3,
    ($2::text[])[1 + n % 5], now() - n * interval '1 minute'
  FROM generate_series(1, $1) n
  JOIN (SELECT id, row_number() OVER (ORDER BY "business") AS nth, count(*) OVER () AS total FROM clients) c
    ON c.nth = 1 + n % c.total`;

const IMAGES = `INSERT INTO images ("momentId", "position", "fileId", "fileName", "extension", "width", "height", "title",
    "description", "exifKeywords", "geoAltDescription", "status")
  SELECT m.id, p, gen_random_uuid(), 'IMG_' || p || '.jpg', 'jpg', 4000, 3000, 'Hand-tied bouquet on the counter',
    repeat('Garden roses and eucalyptus in the morning sun. ', 4), 'florist, bouquet, roses, eucalyptus, shop',
    'Bouquet on the counter of a florist in Riverton',
    CASE m."status" WHEN 'approved' THEN 'approved' WHEN 'rejected' THEN 'rejected' ELSE 'pending' END
  FROM moments m, generate_series(0, $1 - 1) p`;
