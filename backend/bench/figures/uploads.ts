import { atLeast, inTurns, within, type Figure, type Row } from '../figure.js';
import { batch, largePhoto } from '../photos.js';
import { memoryOf } from '../processes.js';
import { call, SIZES, startProduct, type Product, type Size } from '../product.js';

const PHOTOS = 30;
const BATCH = 5;
const MEGABYTES = 10;
const ROUNDS = 2;

/** 30 photos of 10 MB with their derivatives, in batches of five as the screens send them. */
export const uploads: Figure = {
  name: 'uploads',
  measure: async () => {
    const photo = await largePhoto(MEGABYTES);
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await measured(size, photo)));
    return rows;
  },
};

async function measured(size: Size, photo: Buffer): Promise<Row[]> {
  const product = await startProduct(size);
  try {
    const bare = await product.beside('upload', { ...product.env, FOLDER: product.dataDir });
    const grown: number[] = [];
    const speed = await inTurns(
      ROUNDS,
      async () => {
        const moment = await newMoment(product);
        const memory = await watchMemory(product.api.pid);
        const result = await sendAll(`${product.url}/api/upload`, product.staff, () => batchOf(photo, moment));
        grown.push(memory.stop());
        return result;
      },
      () => sendAll(bare.ready.url!, {}, () => batchOf(photo, 'bare')),
    );
    const what = `upload of ${PHOTOS} photos of 12 megapixels and ${MEGABYTES} MB, ${size === 'apart' ? 'to S3' : 'to disk'}`;
    return [
      atLeast(what, 'MB/s', 0.75, speed),
      within(`memory that the API gains by it`, 'MB', 150, Math.max(...grown)),
    ];
  } finally {
    await product.stop();
  }
}

const batchOf = (photo: Buffer, momentId: string): FormData =>
  batch(
    Array.from({ length: BATCH }, () => photo),
    momentId,
  );

async function newMoment(product: Product): Promise<string> {
  const { id: clientId } = await call<{ id: string }>(product, 'POST', '/api/clients', { business: 'Rose Florist' });
  return (await call<{ id: string }>(product, 'POST', '/api/moments', { title: 'Large', clientId })).id;
}

/** Megabytes per second, one batch after the other. */
async function sendAll(url: string, headers: Record<string, string>, body: () => FormData): Promise<number> {
  let bytes = 0;
  let milliseconds = 0;
  for (let sent = 0; sent < PHOTOS; sent += BATCH) {
    const form = body();
    for (const value of form.values()) bytes += value instanceof File ? value.size : 0;
    const began = performance.now();
    const answer = await fetch(url, { method: 'POST', headers, body: form });
    if (answer.status !== 201) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    milliseconds += performance.now() - began;
  }
  return bytes / 1e6 / (milliseconds / 1000);
}

/** Looks at a process's memory until stopped; answers by how many MB it grew at most. */
async function watchMemory(pid: number): Promise<{ stop: () => number }> {
  const before = await memoryOf(pid);
  let peak = before;
  const timer = setInterval(() => void memoryOf(pid).then((now) => (peak = Math.max(peak, now))), 50);
  const stop = (): number => {
    clearInterval(timer);
    return peak - before;
  };
  return { stop };
}
