import { setTimeout as pause } from 'node:timers/promises';
import { valueAtMost, valueWithoutGoal, type Figure } from '../figure.js';
import { load } from '../http-load.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { residentMegabytes } from '../processes.js';
import { call, startProduct } from '../product.js';
import { seedMoments } from '../seed.js';

const ROUNDS = 3;
const IDLE_AFTER_MS = 120_000;

/** What the API keeps after a load: review pages, their thumbnails and small uploads in turns, then two idle minutes. */
export const kept: Figure = {
  name: 'kept',
  measure: async () => {
    const product = await startProduct('embedded', { fill: (databaseUrl) => seedMoments(databaseUrl, 1000, 30) });
    try {
      const photo = await smallPhoto();
      const photos = Array.from({ length: 30 }, () => photo);
      const moments = await call<{ id: string }[]>(product, 'GET', '/api/moments');
      for (let round = 0; round < ROUNDS; round += 1) {
        await load(moments.map(({ id }) => `${product.url}/api/public/${id}/images`));
        const images = await uploadMoment(product, photos);
        await load(images.map(({ thumbnailUrl }) => product.url + thumbnailUrl));
      }
      const loaded = await residentMegabytes(product.api.pid);
      await pause(IDLE_AFTER_MS);
      return [
        valueWithoutGoal('memory of the API at the end of a load of reads and small uploads', 'MB', loaded),
        valueAtMost('the same, two minutes later', 'MB', 200, await residentMegabytes(product.api.pid)),
      ];
    } finally {
      await product.stop();
    }
  },
};
