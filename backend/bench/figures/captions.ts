import { Client } from 'pg';
import { ratioWithoutGoal, ratioAtMost, measureAlternately, type Figure, type Row } from '../figure.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { startBare, startProcess, type StartedProcess } from '../processes.js';
import { call, SIZES, startProduct, type Product, type Size } from '../product.js';

const IMAGES = 5;
const PROGRAM = new URL('../../dist/src/main.js', import.meta.url);

/**
 * The time of one caption without the AI's share, measured with an AI that answers at once. Compared with a queue whose jobs
 * run one UPDATE, and with a bare program that does only what a caption needs.
 */
export const captionOverhead: Figure = {
  name: 'caption-overhead',
  measure: async () => {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await overhead(size)));
    return rows;
  },
};

async function overhead(size: Size): Promise<Row[]> {
  const MOMENTS = 20;
  const JOBS = MOMENTS * IMAGES;
  return withMoments(size, { moments: MOMENTS, aiMs: 0 }, async (product, moments) => {
    await product.startWorker();
    const ours = async () => ((await captionAll(product, moments)) * 1000) / JOBS;
    const bare = (name: string, env: Record<string, string>) => async () => {
      const started = await startBare(name, { ...product.env, ...env });
      await started.stop();
      return (Number((started.ready as { seconds?: number }).seconds) * 1000) / JOBS;
    };
    // Warm-up, as in the bare programs.
    await ours();
    const where = size === 'apart' ? 'queue on Redis, files on S3' : 'queue on PostgreSQL, files on disk';
    const what = `a caption by an AI of 0 ms, four at a time, ${where}`;
    const least = bare('captions', { MOMENTS: moments.join(',') });
    return [
      ratioWithoutGoal(
        `${what}, against a job of one UPDATE`,
        'ms',
        await measureAlternately(3, ours, bare('jobs', { JOBS: String(JOBS) })),
      ),
      ratioWithoutGoal(
        `${what}, against the least that a caption can do`,
        'ms',
        await measureAlternately(3, ours, least),
      ),
    ];
  });
}

/** How captioning scales with workers and concurrency. The AI alone takes 12.5 s in every configuration. */
export const captionRuns: Figure = {
  name: 'caption-runs',
  measure: async () => {
    const AI_MS = 500;
    return withMoments('apart', { moments: 40, aiMs: AI_MS }, async (product, moments) => {
      const rows: Row[] = [];
      for (const scale of SCALES) rows.push(await measureRuns(product, moments, scale, AI_MS));
      return rows;
    });
  },
};

interface Scale {
  workers: number;
  concurrency: number;
  moments: number;
}

const SCALES: Scale[] = [
  { workers: 1, concurrency: 8, moments: 40 },
  { workers: 4, concurrency: 2, moments: 40 },
  { workers: 2, concurrency: 2, moments: 20 },
  { workers: 1, concurrency: 2, moments: 10 },
];

async function measureRuns(product: Product, all: string[], scale: Scale, aiMs: number): Promise<Row> {
  const { workers, concurrency, moments } = scale;
  const env = { ...product.env, ROLES: 'worker', WORKER_CONCURRENCY: String(concurrency) };
  const started: StartedProcess[] = [];
  try {
    for (let count = 0; count < workers; count += 1) started.push(await startProcess(PROGRAM, env));
    // Warm-up: one moment per concurrent run.
    await captionAll(product, all.slice(0, workers * concurrency));
    const ours = await captionAll(product, all.slice(0, moments));
    const bare = (moments * IMAGES * aiMs) / 1000 / (workers * concurrency);
    const what = `${moments} moments of ${IMAGES} images, AI of ${aiMs} ms, ${workers} × ${concurrency} at a time, against the AI alone`;
    return ratioAtMost(what, 's', 1.1, { ours, bare });
  } finally {
    await Promise.all(started.map((worker) => worker.stop()));
  }
}

/** Runs `work` on a product with uncaptioned moments of five images and an AI that answers after `aiMs`. */
async function withMoments<T>(
  size: Size,
  { moments, aiMs }: { moments: number; aiMs: number },
  work: (product: Product, moments: string[]) => Promise<T>,
): Promise<T> {
  const ai = await startBare('ai', { AI_MS: String(aiMs) });
  const product = await startProduct(size, { env: { OPENAI_BASE_URL: `${ai.ready.url!}/v1` } });
  try {
    const photo = await smallPhoto();
    const ids: string[] = [];
    const next = async (): Promise<void> => {
      const [image] = await uploadMoment(product, Array<Buffer>(IMAGES).fill(photo));
      ids.push(image!.momentId);
    };
    for (let count = 0; count < moments; count += 2) await Promise.all([next(), next()]);
    return await work(product, ids);
  } finally {
    await product.stop();
    await ai.stop();
  }
}

/**
 * Removes all captions and generates them again.
 * @returns seconds from the first request until the last run has completed
 * @throws Error when a caption fails
 */
async function captionAll(product: Product, moments: string[]): Promise<number> {
  const db = new Client(product.databaseUrl);
  await db.connect();
  try {
    await db.query(WITHOUT_CAPTIONS);
    await db.query('DELETE FROM runs');
    const began = performance.now();
    await Promise.all(moments.map((id) => call(product, 'POST', `/api/moments/${id}/generate-captions`)));
    while (!(await allEnded(db))) await new Promise((resolve) => setTimeout(resolve, 10));
    return (performance.now() - began) / 1000;
  } finally {
    await db.end();
  }
}

const WITHOUT_CAPTIONS = `UPDATE images SET "title" = '', "description" = '', "exifKeywords" = '', "geoAltDescription" = ''`;

async function allEnded(db: Client): Promise<boolean> {
  const { rows } = await db.query<{ state: string; failed: number }>('SELECT "state", "failed" FROM runs');
  if (rows.some(({ state, failed }) => state === 'failed' || failed > 0)) throw new Error('A caption failed.');
  return rows.every(({ state }) => state === 'completed');
}
