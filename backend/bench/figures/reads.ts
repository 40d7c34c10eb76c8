import { join } from 'node:path';
import { atLeast, atMost, inTurns, type Figure, type Row } from '../figure.js';
import { load } from '../http-load.js';
import { call, startProduct, type Product } from '../product.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { seedMoments } from '../seed.js';

const ROUNDS = 3;

/** `GET /api/moments`, a page and all of it, at 10,000 moments. */
export const lists: Figure = {
  name: 'lists',
  measure: () =>
    filled(10_000, 10, async (product) => {
      const bare = await product.beside('list', { DATABASE_URL: product.databaseUrl });
      const times = (path: string, barePath: string, connections: number) =>
        inTurns(
          ROUNDS,
          async () => (await load(product.url + path, { headers: product.staff, connections })).perSecond,
          async () => (await load(bare.ready.url! + barePath, { connections })).perSecond,
        );
      const page = await times('/api/moments?limit=50', '/?limit=50', 32);
      const all = await times('/api/moments', '/?limit=100000', 4);
      return [
        atLeast('`GET /api/moments?limit=50`, 10,000 moments, 32 connections', 'requests/s', 0.5, page),
        atLeast('`GET /api/moments`, all 10,000, 4 connections', 'requests/s', 0.7, all),
      ];
    }),
};

/** The same page among ever more moments: time must not grow with the table. */
export const growth: Figure = {
  name: 'growth',
  measure: async () => {
    const PATHS = {
      'the first page': '/api/moments?limit=50',
      'a page of one status': '/api/moments?limit=50&status=approved',
      'a search': '/api/moments?limit=50&search=package%20777',
    };
    const at = (moments: number) =>
      filled(moments, 10, async (product) => {
        const p50: Record<string, number> = {};
        for (const [what, path] of Object.entries(PATHS)) {
          const answers = await load(product.url + path, { headers: product.staff, connections: 1 });
          p50[what] = 1000 / answers.perSecond;
        }
        return p50;
      });
    const [small, middle, large] = [await at(1000), await at(10_000), await at(100_000)];
    return Object.keys(PATHS).flatMap((what) => [
      atMost(`${what}: 10,000 against 1,000 moments`, 'ms', 1.5, { ours: middle[what]!, bare: small[what]! }),
      atMost(`${what}: 100,000 (1M images) against 1,000`, 'ms', 1.5, { ours: large[what]!, bare: small[what]! }),
    ]);
  },
};

/** What the reviewer's page reads, for 30 images. */
export const review: Figure = {
  name: 'review',
  measure: () =>
    filled(1000, 30, async (product) => {
      const moments = await call<{ id: string }[]>(product, 'GET', '/api/moments');
      const bare = await product.beside('review', { DATABASE_URL: product.databaseUrl });
      const perSecond = await inTurns(
        ROUNDS,
        async () => (await load(moments.map(({ id }) => `${product.url}/api/public/${id}/images`))).perSecond,
        async () => (await load(moments.map(({ id }) => `${bare.ready.url}/${id}`))).perSecond,
      );
      return [atLeast('`GET /api/public/{id}/images`, 30 images, 32 connections', 'requests/s', 0.5, perSecond)];
    }),
};

/** One thumbnail, again and again. */
export const thumbnails: Figure = {
  name: 'thumbnails',
  measure: async () => {
    const product = await startProduct('embedded');
    try {
      const [image] = await uploadMoment(product, [await smallPhoto()]);
      const path = join(product.dataDir, image!.thumbnailUrl);
      const bare = await product.beside('file', { FILE: path });
      const perSecond = await inTurns(
        ROUNDS,
        async () => (await load(product.url + image!.thumbnailUrl)).perSecond,
        async () => (await load(`${bare.ready.url}/`)).perSecond,
      );
      return [atLeast('a thumbnail on disk, 32 connections', 'requests/s', 0.5, perSecond)];
    } finally {
      await product.stop();
    }
  },
};

/** A product whose database holds that many moments, until `measure` has ended. */
async function filled<T extends Row[] | Record<string, number>>(
  moments: number,
  imagesEach: number,
  measure: (product: Product) => Promise<T>,
): Promise<T> {
  const fill = (databaseUrl: string) => seedMoments(databaseUrl, moments, imagesEach);
  const product = await startProduct('embedded', { fill });
  return measure(product).finally(() => product.stop());
}
