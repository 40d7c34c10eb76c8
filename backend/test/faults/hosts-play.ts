import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Agent } from '../app.js';
import { endedRun, generate, imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { expectAgreement } from './agreement.js';
import type { Network } from './hosts-network.js';
import { folder } from './hosts-programs.js';
import { asker, atWork, isDone, staffAndClients, type Answer, type Ask, type Person } from './work.js';
import type { HistoryEntry } from '../../src/contract/history.js';
import { stretched } from '../stretched.js';

/** Images of the moment whose captions are drafted before the fault, and of the one that is asked for during it. */
const BEFORE = 6;
const DURING = 2;
/** No answer comes later, whatever is broken, on a machine that has time for it. */
const LONGEST_MS = 15_000;
/** Until all work goes on. Hosts that connect again take their time where the cores have other work, too. */
const RECOVERY_MS = 40_000;

/** The hosts, and the people who work with them. */
export interface Place {
  network: Network;
  people: Person[];
  ask: Ask;
}

/** One line of the table: what was broken for how long, and what came of it. */
export interface Row {
  fault: string;
  seconds: number;
  /** Changes that were answered with success meanwhile, each of which was looked for afterwards. */
  acknowledged: number;
  lost: number;
  doubled: number;
  askedAgain: number;
  /** The one that took longest. */
  latest: Pick<Answer, 'path' | 'status' | 'milliseconds'>;
  /** What that may take. */
  longest: number;
  recovery: number;
}

/** Plays a fault under load. */
export type Play = (place: Place) => Promise<Row>;

/** Something that breaks, and is repaired. */
export interface Breakage {
  name: string;
  /** Between the break and its repair. */
  seconds: number;
  breaks(network: Network): Promise<unknown>;
  repairs(network: Network): Promise<unknown>;
  /** What at least one person must read meanwhile. */
  read?: RegExp;
}

/** Plays faults one after the other, prints their table, and expects that nothing is left of them. */
export async function playAll(network: Network, plays: Play[]): Promise<void> {
  const place: Place = {
    network,
    people: await staffAndClients(network.app),
    ask: await asker(network.app, network.app.url),
  };
  const rows: Row[] = [];
  try {
    for (const play of plays) rows.push(await play(place));
  } catch (error) {
    const errors = network
      .log('api-1')
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    console.log(`What api-1 said last:\n${errors.slice(-10).join('\n')}`);
    throw error;
  } finally {
    console.log(asTable(rows));
  }
  expect(rows.filter(({ lost, doubled }) => lost + doubled > 0)).toEqual([]);
  expect(rows.filter(({ latest, longest }) => latest.milliseconds > longest)).toEqual([]);
  expect(rows.filter(({ askedAgain }) => askedAgain > 2)).toEqual([]);
  await expectAgreement({ databaseUrl: network.databaseUrl, dataDir: await folder('doctor') }, network.env);
}

/** Breaks something while people work and captions are drafted, asks for further captions meanwhile, and repairs it. */
export function breakAndRepair({ name, seconds, breaks, repairs, read }: Breakage): Play {
  return async (place) => {
    const { network, ask } = place;
    const { app, ai } = network;
    const staff = await app.staff();
    const [first, second] = [await createMomentWithImages(staff, BEFORE), await createMomentWithImages(staff, DURING)];
    ai.reset();
    ai.always({ delayMs: 500 });
    await generate(staff, first.moment.id);
    await ai.received(2);
    return underLoad(place, { name, moments: [first.moment.id, second.moment.id] }, async (answers) => {
      const from = answers.length;
      await breaks(network);
      const asked = ask('POST', `/api/moments/${second.moment.id}/generate-captions`);
      if (read)
        await eventually(() => expect(messagesOf(answers.slice(from))).toContainEqual(expect.stringMatching(read)));
      await delay(seconds * 1000);
      await repairs(network);
      const repairedAt = performance.now();
      if (!isDone(await asked)) await eventually(() => askAgain(ask, second.moment.id));
      return { seconds, repairedAt };
    });
  };
}

function messagesOf(answers: Answer[]): (string | undefined)[] {
  return [...new Set(answers.map(({ body }) => body.message))];
}

/** A request without an answer may have been carried out, even to the end. */
async function askAgain(ask: Ask, momentId: string): Promise<void> {
  const { status } = await ask('POST', `/api/moments/${momentId}/generate-captions`);
  expect([202, 409]).toContain(status);
}

interface Load {
  name: string;
  /** Those whose images are all captioned in the end. */
  moments: string[];
}

/**
 * Has people work while a fault is played and until all work goes on again, and compares everything with what was
 * acknowledged.
 * @param play returns for how long the fault was there, and when it was repaired
 */
export async function underLoad(
  { network: { app, ai }, people, ask }: Place,
  { name, moments }: Load,
  play: (answers: Answer[]) => Promise<{ seconds: number; repairedAt: number }>,
): Promise<Row> {
  const staff = await app.staff();
  let [broken, recovery] = [0, 0];
  const answers = await atWork(people, ask, async (soFar) => {
    await untilAllWork(soFar);
    const { seconds, repairedAt } = await play(soFar);
    await untilAllWork(soFar);
    for (const id of moments) expect(await endedRun(staff, id)).toMatchObject({ state: 'completed', failed: 0 });
    recovery = performance.now() - repairedAt;
    broken = seconds;
  });
  for (const answer of answers.filter((one) => !isDone(one) && one.status !== null)) {
    expect(answer).toMatchObject({ status: 503, body: { message: expect.stringMatching(/^[A-Z].+\.$/) } });
  }
  // Each throws where something acknowledged is missing, or there twice.
  for (const person of people) await person.check();
  const captions = await Promise.all(moments.map((id) => captionsOf(staff, id)));
  const asked = new Set(ai.requests.map(({ picture }) => picture?.hash)).size;
  return {
    fault: name,
    seconds: Math.round(broken),
    acknowledged: answers.filter(isDone).length,
    lost: captions.flat().filter((count) => count === 0).length,
    doubled: captions.flat().filter((count) => count > 1).length,
    askedAgain: ai.requests.length - asked,
    latest: latestOf(answers),
    longest: Math.min(2 * LONGEST_MS, stretched(LONGEST_MS)),
    recovery,
  };
}

function latestOf(answers: Answer[]): Row['latest'] {
  const answered = answers.filter(({ status }) => status !== null);
  const { path, status, milliseconds } = answered.toSorted((a, b) => b.milliseconds - a.milliseconds)[0]!;
  return { path, status, milliseconds };
}

/** How often each image of a moment was captioned. */
async function captionsOf(staff: Agent, momentId: string): Promise<number[]> {
  const { body } = await staff.get(`/api/moments/${momentId}/history`).expect(200);
  const captioned = (body as HistoryEntry[]).filter(({ action }) => action === 'image.captioned');
  const images = await imagesOf(staff, momentId);
  return images.map(({ id }) => captioned.filter(({ imageId }) => imageId === id).length);
}

/** Each kind of work was acknowledged once. */
async function untilAllWork(answers: Answer[]): Promise<void> {
  const from = answers.length;
  await eventually(() => {
    const done = answers.slice(from).filter(isDone);
    expect(new Set(done.map(({ path }) => path.split('/')[2]))).toEqual(new Set(['upload', 'images', 'clients']));
  }, RECOVERY_MS);
}

function asTable(rows: Row[]): string {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  const lines = rows.map((row) =>
    [
      row.fault,
      `${row.seconds} s`,
      row.acknowledged,
      row.lost,
      row.doubled,
      row.askedAgain,
      seconds(row.latest.milliseconds),
      seconds(row.recovery),
    ].join(' | '),
  );
  const head =
    'What fails | For | Acknowledged | Lost | Doubled | AI asked again | Latest answer | All work again after';
  return [head, head.replaceAll(/[^|]+/g, ' --- '), ...lines].map((line) => `| ${line} |`).join('\n');
}
