import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryView } from '../../src/contract/deliveries.js';
import type { DeliveryFormat } from '../../src/contract/delivery-rules.js';
import { formatted, measureAlternately, ratioAtLeast, valueWithoutGoal, type Figure, type Row } from '../figure.js';
import { ordinaryPhoto, uploadMoment } from '../photos.js';
import { watchMemory, type StartedProcess } from '../processes.js';
import { call, startProduct, type Product } from '../product.js';

const PHOTOS = 30;
const ROUNDS = 15;
/** After which a decoder that has nothing to do has ended. */
const IDLE_MS = 12_000;
const CAPTION = {
  title: 'Hand-tied with silk ribbon',
  description: 'Tulips and peonies, tied by hand in our shop by the river, ready to be given away.',
  exifKeywords: 'tulips, peonies, ribbon, florist, bouquet',
  geoAltDescription: 'A bouquet of tulips on a table in Porto',
};
const FORMATS: [DeliveryFormat, string][] = [
  ['original', 'as they are'],
  ['jpeg-80', 'as JPEGs of quality 80'],
];

/** Downloads 30 approved photos as a ZIP with their texts, from the product and from a bare server that makes the same one. */
export const deliveries: Figure = {
  name: 'deliveries',
  measure: async () => {
    const photo = await ordinaryPhoto();
    const product = await startProduct('embedded');
    try {
      const imageIds = await approvedPhotos(product, photo);
      const { exifKeywords, geoAltDescription: altText, ...texts } = CAPTION;
      const written = { ...texts, keywords: exifKeywords.split(', '), altText, place: '' };
      const folder = join(product.dataDir, 'bare');
      await mkdir(folder);
      for (const imageId of imageIds) await writeFile(join(folder, `${imageId}.jpg`), photo);
      const bare = await product.startBare('delivery', { FOLDER: folder, TEXTS: JSON.stringify(written) });
      const rows: Row[] = [];
      for (const [format, how] of FORMATS) {
        const what = `delivery of ${PHOTOS} photos of 12 megapixels and ${Math.round(photo.length / 1e6)} MB, ${how}`;
        rows.push(...(await measureFormat(what, format, { product, bare, imageIds })));
      }
      return rows;
    } finally {
      await product.stop();
    }
  },
};

interface Sides {
  product: Product;
  bare: StartedProcess;
  imageIds: string[];
}

async function measureFormat(what: string, format: DeliveryFormat, { product, bare, imageIds }: Sides): Promise<Row[]> {
  const photos = imageIds.map((imageId) => ({ imageId }));
  const download = async (): Promise<number> => {
    const { id } = await call<{ id: string }>(product, 'POST', '/api/deliveries', { photos, format });
    const speed = await downloadSpeed(`${product.url}/api/deliveries/${id}/zip`, product.staff);
    // Noted as delivered once its last byte was sent; until then no other one begins.
    while ((await call<DeliveryView>(product, 'GET', `/api/deliveries/${id}`)).state !== 'done');
    return speed;
  };
  const theirs = (): Promise<number> => downloadSpeed(`${bare.ready.url!}/${format}`, {});
  await pause(IDLE_MS);
  // Once each before, so that decoder and compiled code are there.
  await download();
  await theirs();
  const memory = { ours: await watchMemory(product.api.pid), bare: await watchMemory(bare.pid) };
  const speed = await measureAlternately(ROUNDS, download, theirs);
  const { peak } = memory.ours.stop();
  // Without what translates it from TypeScript, which is a process of its own.
  const { before, own } = memory.bare.stop();
  const more = `the same: peak memory of the API and its decoders, ${formatted(peak)} MB, above that of the bare program`;
  return [ratioAtLeast(what, 'MB/s', 0.9, speed), valueWithoutGoal(more, 'MB', peak - before - own)];
}

async function approvedPhotos(product: Product, photo: Buffer): Promise<string[]> {
  const images = await uploadMoment(
    product,
    Array.from({ length: PHOTOS }, () => photo),
  );
  for (const { id } of images) {
    await call(product, 'PATCH', `/api/images/${id}`, CAPTION);
    await call(product, 'POST', `/api/images/${id}/approve`);
  }
  return images.map(({ id }) => id);
}

/** Megabytes per second of a download, to its last byte. */
async function downloadSpeed(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body!) bytes += chunk.length;
  return bytes / 1e6 / ((performance.now() - startedAt) / 1000);
}
