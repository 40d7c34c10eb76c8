import { io, type Socket } from 'socket.io-client';
import type { ImageView } from '../../src/contract/images.js';
import { atMost, quantile, type Figure } from '../figure.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { startProduct } from '../product.js';

const CLICKS = 30;
const ROUNDS = 3;

/** From a click to the browsers of everybody who watches. */
export const events: Figure = {
  name: 'events',
  measure: async () => {
    const product = await startProduct('embedded');
    try {
      const bare = await product.beside('events', { DATABASE_URL: product.databaseUrl });
      const photos = Array.from({ length: CLICKS }, smallPhoto);
      const moments: ImageView[][] = [];
      for (let count = 0; count < 2 * ROUNDS; count += 1) {
        moments.push(await uploadMoment(product, await Promise.all(photos)));
      }
      const rows = [];
      for (const watchers of [1, 500]) {
        const times = { ours: [] as number[], bare: [] as number[] };
        for (let round = 0; round < ROUNDS; round += 1) {
          const images = moments.pop()!;
          const approve = (index: number) => `${product.url}/api/images/${images[index]!.id}/approve`;
          times.ours.push(...(await delays(product.url, { momentId: images[0]!.momentId }, watchers, approve)));
          times.bare.push(...(await delays(bare.ready.url!, null, watchers, (index) => `${bare.ready.url}/${index}`)));
        }
        for (const [name, share, goal] of [
          ['median', 0.5, 2],
          ['p99', 0.99, 3],
        ] as const) {
          const what = `click to ${watchers === 1 ? 'another browser' : `${watchers} browsers`}, ${name}`;
          const pair = { ours: quantile(times.ours, share), bare: quantile(times.bare, share) };
          rows.push(atMost(what, 'ms', goal, pair));
        }
      }
      return rows;
    } finally {
      await product.stop();
    }
  },
};

/** Milliseconds from each click until each watcher has heard of it. */
async function delays(
  url: string,
  watch: { momentId: string } | null,
  watchers: number,
  clickAt: (index: number) => string,
): Promise<number[]> {
  const sockets = await Promise.all(Array.from({ length: watchers }, (_, index) => connected(url, index, watch)));
  const times: number[] = [];
  for (let index = 0; index < CLICKS; index += 1) {
    const clicked = performance.now();
    const heard = sockets.map((socket) => {
      return new Promise<void>((resolve) =>
        socket.once('image.changed', () => {
          times.push(performance.now() - clicked);
          resolve();
        }),
      );
    });
    const answer = await fetch(clickAt(index), { method: 'POST', headers: { 'X-Forwarded-For': '10.0.0.1' } });
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
    await Promise.all([...heard, answer.arrayBuffer()]);
  }
  for (const socket of sockets) socket.disconnect();
  return times;
}

async function connected(url: string, index: number, watch: { momentId: string } | null): Promise<Socket> {
  const extraHeaders = { 'X-Forwarded-For': `10.1.${index >> 8}.${index & 255}` };
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  if (watch) await socket.emitWithAck('watch', watch);
  return socket;
}
