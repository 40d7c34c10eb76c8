import { Client } from 'pg';
import { io, type Socket } from 'socket.io-client';
import type { ImageView } from '../../src/contract/images.js';
import { CHANNEL } from '../../src/platform/events/publish.js';
import { ratioWithoutGoal, ratioAtMost, quantile, type Figure, type Row } from '../figure.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { startProduct, type Product } from '../product.js';

const CLICKS = 30;
const COMMITS = 90;
const ROUNDS = 3;
const WATCHERS = [1, 500];

/** One side of a comparison: the server that browsers connect to, and two ways to send them an event. */
interface Side {
  url: string;
  watch: { momentId: string } | null;
  /** Publishes the event with `pg_notify`, as a committing transaction does. */
  publish: (index: number) => Promise<unknown>;
  /** Sends the HTTP request of a client's click. */
  click: (index: number) => Promise<unknown>;
}

/** The delay of an event from the commit, and from a client's click, to the watching browsers. */
export const events: Figure = {
  name: 'events',
  measure: async () => {
    const product = await startProduct('embedded');
    const db = new Client(product.databaseUrl);
    try {
      await db.connect();
      const bare = await bareUrl(product, { CHANNEL: 'bare' });
      const least = await bareUrl(product, { CHANNEL: 'bare_rows', READ_ROW: '1' });
      // All uploads come first, so that their background work does not slow down what is measured.
      const moments = await uploadMoments(product, 1 + WATCHERS.length * ROUNDS);
      const measured = (watchers: number): Promise<Delays> => {
        const images = moments.pop()!;
        const ours = ourSide(product.url, db, images);
        const sides = { ours, bare: bareSide(bare, db, 'bare'), least: bareSide(least, db, 'bare_rows', images) };
        return delaysOf(sides, watchers);
      };
      // Warm-up.
      await measured(1);
      const rows: Row[] = [];
      for (const watchers of WATCHERS) {
        const rounds: Delays[] = [];
        for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(watchers));
        rows.push(...rowsOf(watchers, rounds));
      }
      return rows;
    } finally {
      await db.end();
      await product.stop();
    }
  },
};

type SideName = 'ours' | 'bare' | 'least';
type Delays = Record<'commit' | 'click', Record<SideName, number[]>>;

async function uploadMoments(product: Product, count: number): Promise<ImageView[][]> {
  const photo = await smallPhoto();
  const photos = Array.from({ length: CLICKS }, () => photo);
  const moments: ImageView[][] = [];
  while (moments.length < count) moments.push(await uploadMoment(product, photos));
  return moments;
}

async function bareUrl(product: Product, env: Record<string, string>): Promise<string> {
  return (await product.startBare('events', { DATABASE_URL: product.databaseUrl, ...env })).ready.url!;
}

async function delaysOf(sides: Record<SideName, Side>, watchers: number): Promise<Delays> {
  const commit = {} as Delays['commit'];
  const click = {} as Delays['click'];
  for (const name of ['ours', 'bare', 'least'] as const) {
    commit[name] = await delays(sides[name], watchers, COMMITS, (index) => sides[name].publish(index % CLICKS));
    click[name] = await delays(sides[name], watchers, CLICKS, sides[name].click);
  }
  return { commit, click };
}

function rowsOf(watchers: number, rounds: Delays[]): Row[] {
  const to = watchers === 1 ? 'another browser' : `${watchers} browsers`;
  const at = (way: keyof Delays, name: SideName, share: number): number =>
    quantile(
      rounds.flatMap((round) => round[way][name]),
      share,
    );
  const against = (way: keyof Delays, other: SideName, share: number) => ({
    ours: at(way, 'ours', share),
    bare: at(way, other, share),
  });
  const median = against('commit', 'bare', 0.5);
  return [
    watchers === 1
      ? ratioWithoutGoal(`commit → ${to}, median`, 'ms', median)
      : ratioAtMost(`commit → ${to}, median`, 'ms', 2, median),
    ratioAtMost(`commit → ${to}, p99`, 'ms', 3, against('commit', 'bare', 0.99)),
    ratioWithoutGoal(
      `commit → ${to}, median, against a bare event that reads its row`,
      'ms',
      against('commit', 'least', 0.5),
    ),
    ratioWithoutGoal(
      `commit → ${to}, p99, against a bare event that reads its row`,
      'ms',
      against('commit', 'least', 0.99),
    ),
    // The bare program writes nothing.
    ratioWithoutGoal(`click → ${to}, median`, 'ms', against('click', 'bare', 0.5)),
  ];
}

function ourSide(url: string, db: Client, images: ImageView[]): Side {
  const { momentId } = images[0]!;
  const event = (imageId: string) => ({ name: 'image.changed', payload: { momentId, imageId }, requestId: null });
  return {
    url,
    watch: { momentId },
    publish: (index) => {
      const text = JSON.stringify({ ...event(images[index]!.id), publishedAt: Date.now() });
      return db.query('SELECT pg_notify($1, $2)', [CHANNEL, text]);
    },
    click: (index) => post(`${url}/api/images/${images[index]!.id}/approve`),
  };
}

/** Publishes the ids of `images`, or else just the index. */
function bareSide(url: string, db: Client, channel: string, images: ImageView[] = []): Side {
  const id = (index: number): string => images[index]?.id ?? String(index);
  return {
    url,
    watch: null,
    publish: (index) => db.query('SELECT pg_notify($1, $2)', [channel, id(index)]),
    click: (index) => post(`${url}/${id(index)}`),
  };
}

async function post(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'X-Forwarded-For': '10.0.0.1' } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Milliseconds from each of `count` calls of `act` until each watcher has received its event. */
async function delays(
  side: Side,
  watchers: number,
  count: number,
  act: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const sockets = await Promise.all(Array.from({ length: watchers }, (_, index) => connected(side, index)));
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    const received = sockets.map(async (socket) => {
      await new Promise((resolve) => socket.once('image.changed', resolve));
      times.push(performance.now() - began);
    });
    await Promise.all([...received, act(index)]);
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
