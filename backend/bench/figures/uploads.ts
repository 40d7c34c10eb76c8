import { ratioAtLeast, measureAlternately, valueAtMost, valueWithoutGoal, type Figure, type Row } from '../figure.js';
import { uploadForm, largePhoto } from '../photos.js';
import { watchMemory } from '../processes.js';
import { call, SIZES, startProduct, type Product, type Size } from '../product.js';

const PHOTOS = 30;
const BATCH = 5;
const MEGABYTES = 10;

/**
 * Uploads 30 photos of 10 MB, in batches of five as the frontend sends them, to the product and to a bare server that
 * makes the same derivatives; to disk and to S3.
 */
export const uploads: Figure = {
  name: 'uploads',
  measure: async () => {
    const photo = await largePhoto(MEGABYTES);
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await measureSize(size, photo)));
    return rows;
  },
};

/** The rows for one set-up of the product. */
async function measureSize(size: Size, photo: Buffer): Promise<Row[]> {
  const product = await startProduct(size);
  try {
    const bare = await product.startBare('upload', { ...product.env, FOLDER: product.dataDir });
    const momentId = await createMoment(product);
    const memory = await watchMemory(product.api.pid);
    const speed = await measureAlternately(
      PHOTOS / BATCH,
      () => uploadSpeed(`${product.url}/api/upload`, product.staff, batchOf(photo, momentId)),
      () => uploadSpeed(bare.ready.url!, {}, batchOf(photo, 'bare')),
    );
    const { own, decoders } = memory.stop();
    const target = size === 'apart' ? 'to S3' : 'to disk';
    return [
      ratioAtLeast(`upload of ${PHOTOS} photos of 12 megapixels and ${MEGABYTES} MB, ${target}`, 'MB/s', 0.75, speed),
      valueAtMost(`memory that the API gains by it, ${target}`, 'MB', 150, own),
      valueWithoutGoal(`memory of its picture decoders, which end when idle, ${target}`, 'MB', decoders),
    ];
  } finally {
    await product.stop();
  }
}

const batchOf = (photo: Buffer, momentId: string): FormData =>
  uploadForm(
    Array.from({ length: BATCH }, () => photo),
    momentId,
  );

async function createMoment(product: Product): Promise<string> {
  const { id: clientId } = await call<{ id: string }>(product, 'POST', '/api/clients', { business: 'Rose Florist' });
  return (await call<{ id: string }>(product, 'POST', '/api/moments', { title: 'Large', clientId })).id;
}

/** Uploads one batch; returns its megabytes per second, up to the end of the response. */
async function uploadSpeed(url: string, headers: Record<string, string>, form: FormData): Promise<number> {
  const sizes = [...form.values()].map((value) => (value instanceof File ? value.size : 0));
  const startedAt = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body: form });
  if (response.status !== 201) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  const seconds = (performance.now() - startedAt) / 1000;
  return sizes.reduce((sum, size) => sum + size) / 1e6 / seconds;
}
