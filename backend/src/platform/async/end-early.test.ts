import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.js';
import { underSignals, withDeadline } from './end-early.js';

describe('underSignals', () => {
  const sources = (): AbortController[] => [new AbortController(), new AbortController()];
  const signalsOf = (controllers: AbortController[]): AbortSignal[] => controllers.map(({ signal }) => signal);

  it('returns the result of the work, and rejects with its error', async () => {
    expect(await underSignals(signalsOf(sources()), async ({ aborted }) => aborted)).toBe(false);
    const failed = underSignals(signalsOf(sources()), () => Promise.reject(new Error('failed')));
    await expect(failed).rejects.toThrow('failed');
  });

  it.each([0, 1])('aborts the work with source %i, and its reason', async (which) => {
    const controllers = sources();
    const work = underSignals(signalsOf(controllers), (signal) => delay(60_000, undefined, { signal }));
    controllers[which]!.abort(new Error('enough'));
    await expect(work).rejects.toMatchObject({ cause: new Error('enough') });
  });

  it('starts the work with an aborted signal if a source is already aborted', async () => {
    const controllers = sources();
    controllers[1]!.abort(new Error('before'));
    const reason = await underSignals(signalsOf(controllers), async (signal) => signal.reason as unknown);
    expect(reason).toEqual(new Error('before'));
  });

  it('does not keep its signal in memory afterwards, even if it has listeners', async () => {
    const controllers = sources();
    let used: WeakRef<AbortSignal> | undefined;
    await underSignals(signalsOf(controllers), async (signal) => {
      signal.addEventListener('abort', () => undefined);
      used = new WeakRef(signal);
    });
    for (const signal of signalsOf(controllers)) expect(getEventListeners(signal, 'abort')).toEqual([]);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await eventually(() => {
      collect();
      expect(used!.deref() === undefined).toBe(true);
    });
  });
});

const LATE = new Error('too late');
const never = new Promise<never>(() => undefined);

describe('withDeadline', () => {
  it('gives what came in time', async () => {
    await expect(withDeadline(Promise.resolve(1), 1000, LATE)).resolves.toBe(1);
    await expect(withDeadline(Promise.reject(new Error('failed')), 1000, LATE)).rejects.toThrow('failed');
  });

  it('does not wait for what never comes', async () => {
    await expect(withDeadline(never, 10, LATE)).rejects.toBe(LATE);
  });
});
