import { readFile } from 'node:fs/promises';
import { atLeast, inTurns, within, written, type Figure, type Row } from '../figure.js';
import { batch, largePhoto } from '../photos.js';
import { memoryOf } from '../processes.js';
import { call, SIZES, startProduct, type Product, type Size } from '../product.js';

const PHOTOS = 30;
const BATCH = 5;
const MEGABYTES = 10;
const NO_GOAL = { bare: '', result: '', goal: '', holds: true };

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
    const moment = await newMoment(product);
    const memory = await watchMemory(product.api.pid);
    // They take turns with each batch.
    const speed = await inTurns(
      PHOTOS / BATCH,
      () => send(`${product.url}/api/upload`, product.staff, batchOf(photo, moment)),
      () => send(bare.ready.url!, {}, batchOf(photo, 'bare')),
    );
    const { own, decoders } = memory.stop();
    const where = size === 'apart' ? 'to S3' : 'to disk';
    return [
      atLeast(`upload of ${PHOTOS} photos of 12 megapixels and ${MEGABYTES} MB, ${where}`, 'MB/s', 0.75, speed),
      within(`memory that the API gains by it, ${where}`, 'MB', 150, own),
      {
        ...NO_GOAL,
        what: `memory of its picture decoders, which end when idle, ${where}`,
        ours: `${written(decoders)} MB`,
      },
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

/** Megabytes per second of one batch. */
async function send(url: string, headers: Record<string, string>, form: FormData): Promise<number> {
  const sizes = [...form.values()].map((value) => (value instanceof File ? value.size : 0));
  const began = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  const seconds = (performance.now() - began) / 1000;
  return sizes.reduce((sum, size) => sum + size) / 1e6 / seconds;
}

/** Looks at the memory of a process and of those it started until stopped; answers by how many MB it grew, and what those took at most. */
async function watchMemory(pid: number): Promise<{ stop: () => { own: number; decoders: number } }> {
  const before = await memoryOf(pid);
  const peak = { own: before, decoders: 0 };
  const look = async (): Promise<void> => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const pids = children.split(' ').filter(Boolean).map(Number);
    // One may end at any time.
    const taken = await Promise.all(pids.map((child) => memoryOf(child).catch(() => 0)));
    const decoders = taken.reduce((sum, value) => sum + value, 0);
    peak.decoders = Math.max(peak.decoders, decoders);
    peak.own = Math.max(peak.own, await memoryOf(pid));
  };
  const timer = setInterval(() => void look(), 100);
  const stop = () => {
    clearInterval(timer);
    return { own: peak.own - before, decoders: peak.decoders };
  };
  return { stop };
}
