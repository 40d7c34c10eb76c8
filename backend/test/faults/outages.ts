import { expect } from '@jest/globals';
import { endedRun, generate, imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import type { System } from '../system.js';
import type { Pair } from './pair.js';
import { stretched } from '../stretched.js';
import { isDone, LONGEST_ANSWER_MS, type Answer } from './work.js';

const IMAGES = 10;

/** A run of ten captions, half a second each. */
export async function captioning({ ai, staff }: System): Promise<string> {
  const { moment } = await createMomentWithImages(staff, IMAGES);
  ai.always({ delayMs: 500 });
  await generate(staff, moment.id);
  return moment.id;
}

/** All captions came, and besides those in flight at each blow none was asked for twice. */
export async function expectCaptioned({ ai, staff }: System, momentId: string, blows: number): Promise<void> {
  expect(await endedRun(staff, momentId)).toMatchObject({ state: 'completed', total: IMAGES, done: IMAGES, failed: 0 });
  const titles = (await imagesOf(staff, momentId)).map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Caption of picture'))).toHaveLength(IMAGES);
  expect(ai.requests.length).toBeLessThanOrEqual(IMAGES + blows);
}

/** Refused work was refused in time, in a sentence, and as what it is; the processes are those of before. */
export function expectCalm(answers: Answer[], pair: Pair, codes: string[]): void {
  for (const process of [pair.api(), pair.worker()]) {
    expect(process.isAlive()).toBe(true);
    expect(process.log()).not.toMatch(/ERROR|Unhandled|at .*\.js:\d+/);
  }
  for (const answer of answers.filter((one) => !isDone(one))) {
    expect(answer).toMatchObject({
      status: 503,
      body: { statusCode: 503, message: expect.stringMatching(/^[A-Z].+\.$/) },
    });
    expect(codes).toContain(answer.body.code);
  }
  expect(answers.filter(({ milliseconds }) => milliseconds > stretched(LONGEST_ANSWER_MS))).toEqual([]);
}

/** Everybody's work goes on. */
export async function untilAllWork(answers: Answer[]): Promise<void> {
  const from = answers.length;
  await eventually(() => {
    const done = answers
      .slice(from)
      .filter(isDone)
      .map(({ path }) => path.split('/')[2]);
    expect(new Set(done)).toEqual(new Set(['upload', 'images', 'clients']));
  });
}
