import { createPostgresBackend, Queue, setDefaultBackendFactory, Worker } from 'bullmq';
import { Client as Minio } from 'minio';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Pool, type PoolClient } from 'pg';

/**
 * Captions MOMENTS with the least work that keeps the product's guarantees: one job per moment, four at a time. For each
 * image it reads what the AI needs, calls the AI, and writes caption, history, count and event in one transaction. Sends the
 * parent the seconds that this took, after one warm-up.
 */

const SUBJECTS = `SELECT i."id", i."fileId", to_json(c) AS facts
  FROM images i JOIN moments m ON m."id" = i."momentId" JOIN clients c ON c."id" = m."clientId"
  WHERE i."momentId" = $1 ORDER BY i."position"`;
const LOCK = 'SELECT FROM moments WHERE "id" = $1 FOR UPDATE';
const UPDATE = `UPDATE images SET "title" = $2, "description" = $3, "exifKeywords" = $4, "geoAltDescription" = $5 WHERE "id" = $1`;
const APPEND = `INSERT INTO history ("reviewId", "itemId", "action", "actor", "changes") VALUES ($1, $2, 'image.captioned', 'ai', $3)`;
const COUNT = `INSERT INTO bare_runs VALUES ($1, 1) ON CONFLICT ("momentId") DO UPDATE SET done = bare_runs.done + 1`;
const NOTIFY = `SELECT pg_notify('bare', $1)`;

const env = process.env as Record<string, string>;
const moments = env['MOMENTS']!.split(',');
const redisUrl = process.env['REDIS_URL'];
if (!redisUrl) setDefaultBackendFactory(createPostgresBackend);
const connection = redisUrl
  ? { url: redisUrl, maxRetriesPerRequest: null }
  : { connectionString: env['DATABASE_URL']! };
const pool = new Pool({ connectionString: env['DATABASE_URL'], max: 10 });
const store = env['S3_ENDPOINT'] ? s3(new URL(env['S3_ENDPOINT'])) : null;
await pool.query('CREATE TABLE IF NOT EXISTS bare_runs ("momentId" uuid PRIMARY KEY, done int NOT NULL)');
const queue = new Queue<{ momentId: string }>('bare', { connection });
const worker = new Worker<{ momentId: string }>('bare', (job) => run(job.data.momentId), {
  connection,
  concurrency: 4,
});
// Otherwise the benchmark would wait forever.
worker.on('failed', (_job, error) => {
  console.error(error);
  process.exit(1);
});
await all();
process.send!({ seconds: await all() });
process.on('SIGTERM', () => process.exit(0));

interface Subject {
  id: string;
  fileId: string;
  facts: object;
}

async function run(momentId: string): Promise<void> {
  const { rows } = await pool.query<Subject>({ name: 'subjects', text: SUBJECTS, values: [momentId] });
  for (const subject of rows) await caption(momentId, subject);
}

async function caption(momentId: string, { id, fileId, facts }: Subject): Promise<void> {
  const jpeg = await picture(`images/${fileId}/ai.jpg`);
  const url = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  const content = [
    { type: 'text', text: JSON.stringify(facts) },
    { type: 'image_url', image_url: { url } },
  ];
  const response = await fetch(`${env['OPENAI_BASE_URL']}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'bare', messages: [{ role: 'user', content }] }),
  });
  const answer = (await response.json()) as { choices: { message: { content: string } }[] };
  await save(momentId, id, JSON.parse(answer.choices[0]!.message.content) as Caption);
}

interface Caption {
  title: string;
  description: string;
  exifKeywords: string[];
  geoAltDescription: string;
}

async function save(momentId: string, id: string, drafted: Caption): Promise<void> {
  const client = await pool.connect();
  const { title, description, exifKeywords, geoAltDescription } = drafted;
  const changes = JSON.stringify(drafted);
  await client.query('BEGIN');
  await ask(client, LOCK, [momentId]);
  await ask(client, UPDATE, [id, title, description, exifKeywords.join(', '), geoAltDescription]);
  await ask(client, APPEND, [momentId, id, changes]);
  await ask(client, COUNT, [momentId]);
  await ask(client, NOTIFY, [JSON.stringify({ momentId, id })]);
  await client.query('COMMIT');
  client.release();
}

function ask(client: PoolClient, text: string, values: unknown[]): Promise<unknown> {
  return client.query({ name: text.slice(0, 20), text, values });
}

async function picture(key: string): Promise<Buffer> {
  return store ? buffer(await store.getObject(env['S3_BUCKET']!, key)) : readFile(`${env['DATA_DIR']}/media/${key}`);
}

async function all(): Promise<number> {
  await pool.query(`DELETE FROM bare_runs`);
  const began = Date.now();
  let done = 0;
  const ended = new Promise<void>((resolve) => {
    worker.on('completed', () => void ((done += 1) === moments.length && resolve()));
  });
  await Promise.all(moments.map((momentId) => queue.add('bare', { momentId }, { removeOnComplete: true })));
  await ended;
  worker.removeAllListeners('completed');
  return (Date.now() - began) / 1000;
}

function s3({ hostname, port, protocol }: URL): Minio {
  const [accessKey, secretKey] = [env['S3_ACCESS_KEY']!, env['S3_SECRET_KEY']!];
  return new Minio({ endPoint: hostname, port: Number(port), useSSL: protocol === 'https:', accessKey, secretKey });
}
