import { createPostgresBackend, Queue, setDefaultBackendFactory, Worker } from 'bullmq';
import { Pool } from 'pg';

/** Does JOBS jobs, each of which is one UPDATE, four at a time, and tells how many seconds that took. */

const total = Number(process.env['JOBS']);
const databaseUrl = process.env['DATABASE_URL']!;
const redisUrl = process.env['REDIS_URL'];
if (!redisUrl) setDefaultBackendFactory(createPostgresBackend);
const connection = redisUrl ? { url: redisUrl, maxRetriesPerRequest: null } : { connectionString: databaseUrl };
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const queue = new Queue('bare', { connection });
const started = Date.now();
let done = 0;
const worker = new Worker(
  'bare',
  async () =>
    void (await pool.query('UPDATE clients SET "notes" = $1 WHERE id = (SELECT id FROM clients LIMIT 1)', [''])),
  { connection, concurrency: 4 },
);
worker.on('completed', () => {
  if ((done += 1) === total) process.send!({ seconds: (Date.now() - started) / 1000 });
});
await Promise.all(Array.from({ length: total }, (_, index) => queue.add('bare', { index })));
process.on('SIGTERM', () => process.exit(0));
