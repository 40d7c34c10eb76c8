import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../test/eventually.js';
import { underSignals } from './under-signals.js';

describe('underSignals', () => {
  const sources = (): AbortController[] => [new AbortController(), new AbortController()];
  const signalsOf = (controllers: AbortController[]): AbortSignal[] => controllers.map(({ signal }) => signal);

  it('answers what the work answers, and throws what it throws', async () => {
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

  it('begins under an aborted signal where a source was aborted before', async () => {
    const controllers = sources();
    controllers[1]!.abort(new Error('before'));
    const reason = await underSignals(signalsOf(controllers), async (signal) => signal.reason as unknown);
    expect(reason).toEqual(new Error('before'));
  });

  it('is held by nothing afterwards, though somebody still listens', async () => {
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
