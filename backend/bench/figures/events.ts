import { Client } from 'pg';
import { io, type Socket } from 'socket.io-client';
import type { ImageView } from '../../src/contract/images.js';
import { CHANNEL } from '../../src/realtime/announcements.js';
import { aside, atMost, quantile, type Figure, type Row } from '../figure.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { startProduct } from '../product.js';

const CLICKS = 30;
const ROUNDS = 3;
const WATCHERS = [1, 500];

/** One side of the comparison: where browsers listen, and two ways to make them hear something. */
interface Side {
  url: string;
  watch: { momentId: string } | null;
  /** Announces it to PostgreSQL, as a transaction does that commits. */
  announce: (index: number) => Promise<unknown>;
  /** Does by HTTP what a client's click does. */
  click: (index: number) => Promise<unknown>;
}

/** From a commit, and from a client's click, to the browsers of everybody who watches. */
export const events: Figure = {
  name: 'events',
  measure: async () => {
    const product = await startProduct('embedded');
    const db = new Client(product.databaseUrl);
    try {
      await db.connect();
      const bare = (await product.beside('events', { DATABASE_URL: product.databaseUrl })).ready.url!;
      const photo = await smallPhoto();
      const rows: Row[] = [];
      for (const watchers of WATCHERS) {
        const times = { commit: { ours: [], bare: [] }, click: { ours: [], bare: [] } } as Record<string, Sides>;
        for (let round = 0; round < ROUNDS; round += 1) {
          const images = await uploadMoment(
            product,
            Array.from({ length: CLICKS }, () => photo),
          );
          const ours = product.url;
          for (const [name, side] of [
            ['ours', ourSide(ours, db, images)],
            ['bare', bareSide(bare, db)],
          ] as const) {
            for (const way of ['commit', 'click'] as const) {
              times[way]![name].push(...(await delays(side, watchers, way === 'commit' ? side.announce : side.click)));
            }
          }
        }
        const to = watchers === 1 ? 'another browser' : `${watchers} browsers`;
        rows.push(...rowsOf(`commit → ${to}`, times['commit']!));
        const click = { ours: quantile(times['click']!.ours, 0.5), bare: quantile(times['click']!.bare, 0.5) };
        // The bare program writes nothing.
        rows.push(aside(`click → ${to}, median`, 'ms', click));
      }
      return rows;
    } finally {
      await db.end();
      await product.stop();
    }
  },
};

type Sides = { ours: number[]; bare: number[] };

function rowsOf(what: string, { ours, bare }: Sides): Row[] {
  return [
    atMost(`${what}, median`, 'ms', 2, { ours: quantile(ours, 0.5), bare: quantile(bare, 0.5) }),
    atMost(`${what}, p99`, 'ms', 3, { ours: quantile(ours, 0.99), bare: quantile(bare, 0.99) }),
  ];
}

function ourSide(url: string, db: Client, images: ImageView[]): Side {
  const { momentId } = images[0]!;
  const announced = (imageId: string) => ({ name: 'image.changed', payload: { momentId, imageId }, requestId: null });
  return {
    url,
    watch: { momentId },
    announce: (index) => {
      const text = JSON.stringify({ ...announced(images[index]!.id), saidAt: Date.now() });
      return db.query('SELECT pg_notify($1, $2)', [CHANNEL, text]);
    },
    click: (index) => post(`${url}/api/images/${images[index]!.id}/approve`),
  };
}

function bareSide(url: string, db: Client): Side {
  return {
    url,
    watch: null,
    announce: (index) => db.query("SELECT pg_notify('bare', $1)", [String(index)]),
    click: (index) => post(`${url}/${index}`),
  };
}

async function post(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'X-Forwarded-For': '10.0.0.1' } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Milliseconds from each deed until each watcher has heard of it. */
async function delays(side: Side, watchers: number, act: (index: number) => Promise<unknown>): Promise<number[]> {
  const sockets = await Promise.all(Array.from({ length: watchers }, (_, index) => connected(side, index)));
  const times: number[] = [];
  for (let index = 0; index < CLICKS; index += 1) {
    const began = performance.now();
    const heard = sockets.map(async (socket) => {
      await new Promise((resolve) => socket.once('image.changed', resolve));
      times.push(performance.now() - began);
    });
    await Promise.all([...heard, act(index)]);
  }
  for (const socket of sockets) socket.disconnect();
  return times;
}

async function connected({ url, watch }: Side, index: number): Promise<Socket> {
  const extraHeaders = { 'X-Forwarded-For': `10.1.${index >> 8}.${index & 255}` };
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  if (watch) await socket.emitWithAck('watch', watch);
  return socket;
}
