import { createPostgresBackend, Queue, setDefaultBackendFactory, Worker } from 'bullmq';
import { Pool } from 'pg';

/**
 * Runs JOBS jobs, four at a time, each of which updates one row of its own, and sends the parent the seconds that this took;
 * runs as many before that as a warm-up.
 */

const total = Number(process.env['JOBS']);
const databaseUrl = process.env['DATABASE_URL']!;
const redisUrl = process.env['REDIS_URL'];
if (!redisUrl) setDefaultBackendFactory(createPostgresBackend);
const connection = redisUrl ? { url: redisUrl, maxRetriesPerRequest: null } : { connectionString: databaseUrl };
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
await pool.query('CREATE TABLE IF NOT EXISTS bare_rows (id int PRIMARY KEY, caption text NOT NULL)');
await pool.query(`INSERT INTO bare_rows SELECT n, '' FROM generate_series(0, $1) n ON CONFLICT DO NOTHING`, [
  total - 1,
]);
const queue = new Queue<{ id: number }>('bare', { connection });
const worker = new Worker<{ id: number }>('bare', (job) => update(job.data.id), { connection, concurrency: 4 });
await doAll();
process.send!({ seconds: await doAll() });
process.on('SIGTERM', () => process.exit(0));

async function update(id: number): Promise<void> {
  await pool.query('UPDATE bare_rows SET caption = $2 WHERE id = $1', [
    id,
    'A caption as long as some are.'.repeat(10),
  ]);
}

async function doAll(): Promise<number> {
  const began = Date.now();
  let done = 0;
  const all = new Promise<void>((resolve) => {
    worker.on('completed', () => void ((done += 1) === total && resolve()));
  });
  const options = { removeOnComplete: true };
  await Promise.all(Array.from({ length: total }, (_, id) => queue.add('bare', { id }, options)));
  await all;
  worker.removeAllListeners('completed');
  return (Date.now() - began) / 1000;
}
