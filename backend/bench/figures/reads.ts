import { join } from 'node:path';
import type { ImageView } from '../../src/contract/images.js';
import {
  measureAlternately,
  ratioAtLeast,
  ratioAtMost,
  ratioWithoutGoal,
  valueAtMost,
  type Figure,
  type Row,
} from '../figure.js';
import { load } from '../http-load.js';
import { call, startProduct, type Product } from '../product.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { seedMoments } from '../seed.js';

const ROUNDS = 3;
/** What staff may wait for a search or a list. */
const MAX_WAIT_MS = 50;

/** `GET /api/moments` at 10,000 moments: one page, and the whole list. */
export const lists: Figure = {
  name: 'lists',
  measure: () =>
    withSeededProduct(10_000, 10, async (product) => {
      const bare = await product.startBare('list', { DATABASE_URL: product.databaseUrl });
      const times = (path: string, barePath: string, connections: number) =>
        measureAlternately(
          ROUNDS,
          async () => (await load(product.url + path, { headers: product.staff, connections })).perSecond,
          async () => (await load(bare.ready.url! + barePath, { connections })).perSecond,
        );
      const page = await times('/api/moments?limit=50', '/?limit=50', 32);
      const all = await times('/api/moments', '/?limit=100000', 4);
      return [
        ratioAtLeast('`GET /api/moments?limit=50`, 10,000 moments, 32 connections', 'requests/s', 0.5, page),
        ratioAtLeast('`GET /api/moments`, all 10,000, 4 connections', 'requests/s', 0.7, all),
      ];
    }),
};

/**
 * `GET /api/moments` at 1,000, 10,000 and 100,000 moments: the response time must not grow with the table; and what else staff
 * wait for at 100,000.
 */
export const growth: Figure = {
  name: 'growth',
  measure: async () => {
    const PATHS = {
      'the first page': '/api/moments?limit=50',
      'a page of one status': '/api/moments?limit=50&status=approved',
      'a search': '/api/moments?limit=50&search=package%20777',
    };
    const AT_100_000 = {
      'the search in the header, one word': '/api/search?q=florist',
      'the search in the header, two rare letters': '/api/search?q=zq',
      'a page of clients': '/api/clients?limit=50',
      'a page of clients by open work': '/api/clients?limit=50&sort=-openCount',
      'the search of clients': '/api/clients?limit=50&search=dental%2077',
      'what needs staff': '/api/work',
    };
    const timesAt = (moments: number, paths: Record<string, string> = PATHS) =>
      withSeededProduct(moments, 10, async (product) => {
        const meanMs: Record<string, number> = {};
        for (const [what, path] of Object.entries(paths)) {
          const answers = await load(product.url + path, { headers: product.staff, connections: 1 });
          meanMs[what] = 1000 / answers.perSecond;
        }
        return meanMs;
      });
    const [small, middle] = [await timesAt(1000), await timesAt(10_000)];
    const large = await timesAt(100_000, { ...PATHS, ...AT_100_000 });
    return [
      ...Object.keys(PATHS).flatMap((what) => [
        ratioAtMost(`${what}: 10,000 against 1,000 moments`, 'ms', 1.5, { ours: middle[what]!, bare: small[what]! }),
        ratioAtMost(`${what}: 100,000 (1M images) against 1,000`, 'ms', 1.5, {
          ours: large[what]!,
          bare: small[what]!,
        }),
      ]),
      ...Object.keys(AT_100_000).map((what) =>
        valueAtMost(`${what}: 100,000 moments, 10,000 clients`, 'ms', MAX_WAIT_MS, large[what]!),
      ),
    ];
  },
};

/** `GET /api/public/{id}/images`, which the review page reads, for 30 images. */
export const review: Figure = {
  name: 'review',
  measure: () =>
    withSeededProduct(1000, 30, async (product) => {
      const moments = await call<{ id: string }[]>(product, 'GET', '/api/moments');
      const bare = await product.startBare('review', { DATABASE_URL: product.databaseUrl });
      const perSecond = await measureAlternately(
        ROUNDS,
        async () => (await load(moments.map(({ id }) => `${product.url}/api/public/${id}/images`))).perSecond,
        async () => (await load(moments.map(({ id }) => `${bare.ready.url}/${id}`))).perSecond,
      );
      return [ratioAtLeast('`GET /api/public/{id}/images`, 30 images, 32 connections', 'requests/s', 0.5, perSecond)];
    }),
};

/** Serving one thumbnail from disk. */
export const thumbnails: Figure = {
  name: 'thumbnails',
  measure: async () => {
    const product = await startProduct('embedded');
    try {
      const [image] = await uploadMoment(product, [await smallPhoto()]);
      const path = join(product.dataDir, image!.thumbnailUrl);
      const bare = await product.startBare('file', { FILE: path });
      const perSecond = await measureAlternately(
        ROUNDS,
        async () => (await load(product.url + image!.thumbnailUrl)).perSecond,
        async () => (await load(`${bare.ready.url}/`)).perSecond,
      );
      return [ratioAtLeast('a thumbnail on disk, 32 connections', 'requests/s', 0.5, perSecond)];
    } finally {
      await product.stop();
    }
  },
};

/** Pictures from S3 against the same ones from disk: thirty thumbnails, one part of an original, and what a browser has already. */
export const media: Figure = {
  name: 'media',
  measure: async () => {
    const [disk, s3] = await Promise.all([startProduct('embedded'), startProduct('apart')]);
    try {
      const photos = await Promise.all(Array.from({ length: 30 }, () => smallPhoto()));
      const [onDisk, onS3] = [await uploadMoment(disk, photos), await uploadMoment(s3, photos)];
      /** Of the same pictures in either place. */
      const turns = (
        pathsOf: (images: ImageView[]) => string[],
        headersOf: (path: string) => Record<string, string>,
      ) => {
        const perSecond = async (product: Product, images: ImageView[]): Promise<number> => {
          const paths = pathsOf(images);
          const urls = paths.map((path) => product.url + path);
          return (await load(urls, { headers: headersOf(paths[0]!) })).perSecond;
        };
        return measureAlternately(
          ROUNDS,
          () => perSecond(s3, onS3),
          () => perSecond(disk, onDisk),
        );
      };
      const all = await turns(
        (images) => images.map(({ thumbnailUrl }) => thumbnailUrl),
        () => ({}),
      );
      const known = await turns(
        ([image]) => [image!.thumbnailUrl],
        (path) => ({ 'If-None-Match': `"${path.slice('/media/'.length)}"` }),
      );
      const parts = await turns(
        ([image]) => [image!.imageUrl],
        () => ({ Range: 'bytes=0-1023' }),
      );
      return [
        ratioAtLeast('thirty thumbnails on S3, against disk', 'requests/s', 0.9, all),
        ratioAtLeast('304 on S3, against disk', 'requests/s', 0.95, known),
        ratioWithoutGoal('1 kB of an original on S3, against disk', 'requests/s', parts),
      ];
    } finally {
      await Promise.all([disk.stop(), s3.stop()]);
    }
  },
};

/** Runs `measure` on a product whose database holds `moments` moments, and stops the product. */
async function withSeededProduct<T extends Row[] | Record<string, number>>(
  moments: number,
  imagesEach: number,
  measure: (product: Product) => Promise<T>,
): Promise<T> {
  const fill = (databaseUrl: string) => seedMoments(databaseUrl, moments, imagesEach);
  const product = await startProduct('embedded', { fill });
  return measure(product).finally(() => product.stop());
}
