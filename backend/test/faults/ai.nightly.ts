import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { endedRun, generate, imagesOf } from '../captions.js';
import { createMoment, upload } from '../factories.js';
import type { AiBehaviour, AiRequest } from '../fake-ai.js';
import { endedGeneration, generateAll, readOptimization, submittedOptimization } from '../optimizations.js';
import { startSystem, type System } from '../system.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';

/** Of one call; a provider that hangs costs this, and no more. */
const AI_TIMEOUT_MS = 2000;
/** A question may cost so many calls, whatever goes wrong. */
const CALLS_MAX = 4;

const FAILURES: Record<string, AiBehaviour> = {
  'too many': { status: 429, retryAfter: 1 },
  'server error': { status: 500 },
  overloaded: { status: 503, retryAfter: 1 },
  garbage: { garbage: 'Here is your caption!' },
  'half a JSON': { halfJson: true },
  'other JSON': { garbage: '{"verdict":"fine"}' },
  'empty answer': { garbage: '' },
  'no body': { body: '' },
  'a page': { body: '<!doctype html><title>Sign in</title>', type: 'text/html' },
  'thoughts alone': { garbage: '<think>Perhaps {"title": "A draft"' },
  'error in a 200': { reply: () => ({ body: { error: { message: 'Out of memory' } } }) },
  '10 MB': { garbage: 'word '.repeat(2_000_000) },
  'hangs before': { hang: 'headers' },
  'hangs within': { hang: 'body' },
  'resets before': { disconnect: 'headers' },
  'resets within': { disconnect: 'body' },
};
const NAMES = Object.keys(FAILURES);

describe('an AI that fails', () => {
  let system: System;
  /** How often each question came, by what it is about. */
  const asked = new Map<string, AiRequest[]>();

  beforeAll(async () => {
    const env = { AI_TIMEOUT_MS: String(AI_TIMEOUT_MS), WORKER_CONCURRENCY: String(NAMES.length) };
    system = await startSystem('PostgreSQL', env);
    await system.app.startWorker();
  });
  afterAll(() => system.close());

  /** The first so many calls of each question about a named subject fail in the way of its name. */
  function failFirst(calls: number): void {
    asked.clear();
    system.ai.always({
      by: (request) => {
        const about = subjectOf(request);
        const earlier = asked.get(about) ?? [];
        asked.set(about, [...earlier, request]);
        const name = NAMES.find((one) => about.startsWith(`${one}:`));
        return name && earlier.length < calls ? FAILURES[name]! : { ok: true };
      },
    });
  }

  /** What a request is about: the picture or section that fails by its name, or else any other. */
  function subjectOf({ fileName, section, data }: AiRequest): string {
    if (!section) return fileName.replace(/\.jpg$/, '');
    const { businessName } = data['profile'] as { businessName: string };
    return section === 'services' ? `${businessName}:${section}` : section;
  }

  /** A moment whose second picture fails. */
  async function captioning(name: string): Promise<string> {
    const { id } = await createMoment(system.staff);
    await upload(system.staff, id, ['first.jpg', `${name}:second.jpg`, 'third.jpg']);
    await generate(system.staff, id);
    return id;
  }

  const optimization = (name: string) => submittedOptimization(system.staff, { businessName: name });

  const callsFor = (name: string): AiRequest[] =>
    [...asked].flatMap(([about, requests]) => (about.startsWith(`${name}:`) ? requests : []));

  /** Expects that no call came before the time in Retry-After. */
  function expectWait(name: string): void {
    if (!['too many', 'overloaded'].includes(name)) return;
    const [first, second] = callsFor(name);
    expect(second!.time - first!.time).toBeGreaterThanOrEqual(990);
  }

  fault(
    {
      what: `AI with ${NAMES.length} kinds of failure`,
      done: '429 and 503 with Retry-After, 500, garbage, half and other JSON, nothing, a web page, thoughts alone, an error in a 200, 10 MB, hangs, resets; for all calls about one picture of three',
      checked:
        'the run ends 2/3 with the one failure in a sentence; that picture is untouched, asked about four times, and captioned when asked for again',
    },
    async () => {
      failFirst(Infinity);
      const moments = await Promise.all(NAMES.map(captioning));
      for (const [index, momentId] of moments.entries()) {
        const run = await endedRun(system.staff, momentId);
        expect(run).toMatchObject({ state: 'completed', total: 3, done: 2, failed: 1 });
        expect(run.errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/^The AI .+\.$/) })]);
        const titles = (await imagesOf(system.staff, momentId)).map(({ title }) => title !== '');
        expect(titles).toEqual([true, false, true]);
        expect(callsFor(NAMES[index]!)).toHaveLength(CALLS_MAX);
      }
      failFirst(0);
      for (const momentId of moments) await generate(system.staff, momentId);
      for (const momentId of moments) {
        expect(await endedRun(system.staff, momentId)).toMatchObject({ state: 'completed', total: 1, done: 1 });
      }
      await expectAgreement(system.app, system.env);
    },
  );

  fault(
    {
      what: `AI with ${NAMES.length} kinds of failure`,
      done: 'the same, for the first two calls about one section of five, and, elsewhere, for all of them',
      checked:
        'all five sections come, or four with the one failure in a sentence; four calls at most; it comes when asked for again',
    },
    async () => {
      for (const calls of [2, Infinity]) {
        failFirst(calls);
        const made = await Promise.all(NAMES.map(optimization));
        await Promise.all(made.map((one) => generateAll(system.staff, one)));
        for (const [index, one] of made.entries()) {
          const run = await endedGeneration(system.staff, one);
          const { servicesSuggestion } = await readOptimization(system.staff, one);
          expect(run).toMatchObject({ state: 'completed', total: 5, failed: calls === 2 ? 0 : 1 });
          expect(servicesSuggestion !== '').toBe(calls === 2);
          expect(callsFor(NAMES[index]!).length).toBeLessThanOrEqual(CALLS_MAX);
          const messages = run.sections.map(({ message }) => message).filter(Boolean);
          expect(messages).toEqual(calls === 2 ? [] : [expect.stringMatching(/^The AI .+\.$/)]);
          expectWait(NAMES[index]!);
        }
        failFirst(0);
        if (calls === 2) continue;
        await Promise.all(made.map((one) => generateAll(system.staff, one)));
        for (const one of made) expect(await endedGeneration(system.staff, one)).toMatchObject({ total: 1, done: 1 });
      }
      await expectAgreement(system.app, system.env);
    },
  );
});
