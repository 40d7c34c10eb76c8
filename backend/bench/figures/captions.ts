import type { CaptionRunView } from '../../src/contract/captions.js';
import { isRunActive } from '../../src/contract/statuses.js';
import { atMost, inTurns, type Figure, type Row } from '../figure.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { startBare } from '../processes.js';
import { call, SIZES, startProduct, type Product, type Size } from '../product.js';

const IMAGES = 5;

/** What a caption costs beside the AI: an AI that answers at once, against a queue whose jobs do nothing but one UPDATE. */
export const captionOverhead: Figure = {
  name: 'caption-overhead',
  measure: async () => {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(await overhead(size));
    return rows;
  },
};

async function overhead(size: Size): Promise<Row> {
  const MOMENTS = 20;
  const product = await startProduct(size);
  try {
    await product.startWorker();
    const env = {
      DATABASE_URL: product.databaseUrl,
      ...(product.env['REDIS_URL'] && { REDIS_URL: product.env['REDIS_URL'] }),
    };
    const each = await inTurns(
      2,
      async () => {
        const moments = await momentsWithImages(product, MOMENTS);
        return ((await captionAll(product, moments)) * 1000) / (MOMENTS * IMAGES);
      },
      async () => {
        const bare = await startBare('jobs', { ...env, JOBS: String(MOMENTS * IMAGES) });
        await bare.stop();
        return (Number((bare.ready as { seconds?: number }).seconds) * 1000) / (MOMENTS * IMAGES);
      },
    );
    const queue = size === 'apart' ? 'Redis' : 'PostgreSQL';
    return atMost(`a caption by an AI of 0 ms, four at a time, queue on ${queue}`, 'ms', 3, each);
  } finally {
    await product.stop();
  }
}

/** 40 moments of 5 images, 8 at a time by different numbers of workers, and how workers add up. */
export const captionRuns: Figure = {
  name: 'caption-runs',
  measure: async () => {
    const rows: Row[] = [];
    for (const [workers, concurrency] of [
      [1, 8],
      [4, 2],
      [2, 2],
      [1, 2],
    ] as const) {
      rows.push(await runs(workers, concurrency));
    }
    return rows;
  },
};

async function runs(workers: number, concurrency: number): Promise<Row> {
  const MOMENTS = 40;
  const AI_MS = 500;
  const product = await startProduct('apart', { env: { WORKER_CONCURRENCY: String(concurrency) } });
  try {
    product.ai.always({ delayMs: AI_MS });
    for (let count = 0; count < workers; count += 1) await product.startWorker();
    const ours = await captionAll(product, await momentsWithImages(product, MOMENTS));
    const bare = (MOMENTS * IMAGES * AI_MS) / 1000 / (workers * concurrency);
    const what = `${MOMENTS} moments of ${IMAGES} images, AI of ${AI_MS} ms, ${workers} × ${concurrency} at a time, against the AI alone`;
    return atMost(what, 's', 1.1, { ours, bare });
  } finally {
    await product.stop();
  }
}

async function momentsWithImages(product: Product, count: number): Promise<string[]> {
  const photo = await smallPhoto();
  const moments: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const [image] = await uploadMoment(
      product,
      Array.from({ length: IMAGES }, () => photo),
    );
    moments.push(image!.momentId);
  }
  return moments;
}

/** Seconds from the first request for captions until every run has ended well. */
async function captionAll(product: Product, moments: string[]): Promise<number> {
  const began = performance.now();
  await Promise.all(moments.map((id) => call(product, 'POST', `/api/moments/${id}/generate-captions`)));
  for (const id of moments) await ended(product, id);
  return (performance.now() - began) / 1000;
}

async function ended(product: Product, momentId: string): Promise<void> {
  for (;;) {
    const run = await call<CaptionRunView>(product, 'GET', `/api/moments/${momentId}/caption-run`);
    if (run.state === 'completed' && run.failed === 0) return;
    if (!isRunActive(run.state)) throw new Error(`A run did not end well: ${JSON.stringify(run)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
