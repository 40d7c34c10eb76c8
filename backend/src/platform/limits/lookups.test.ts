import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.js';
import { createGate } from '../../../test/gate.js';
import { Lookups } from './lookups.js';

const LIMIT = { points: 20, seconds: 60, atOnce: 4 };

const newLookups = (limit = LIMIT): Lookups =>
  new Lookups(limit, {
    usedUp: (waitMs) => new Error(`wait ${Math.ceil(waitMs / 1000)} s`),
    busy: () => new Error('busy'),
  });

describe('look-ups of one network', () => {
  it('that find nothing are as many as its limit, however many begin at once', async () => {
    const lookups = newLookups();
    let asked = 0;
    const guesses = Array.from({ length: 100 }, () =>
      lookups.find('one', async () => {
        asked += 1;
        await setImmediate();
        return null;
      }),
    );
    const ended = await Promise.allSettled(guesses);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(ended.at(-1)).toMatchObject({ reason: new Error('wait 60 s') });
    expect(asked).toBe(20);
    expect(await lookups.find('another', async () => 'found')).toBe('found');
  });

  it('are under way a few at a time, the others in their order', async () => {
    const lookups = newLookups();
    let [underWay, most] = [0, 0];
    const order: number[] = [];
    const one = (index: number) => async () => {
      order.push(index);
      most = Math.max(most, (underWay += 1));
      await setImmediate();
      underWay -= 1;
      return index;
    };
    const all = Array.from({ length: 50 }, (_none, index) =>
      index % 2 === 0 ? lookups.find('one', one(index)) : lookups.run('one', one(index)),
    );
    expect(await Promise.all(all)).toEqual(order);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(most).toBe(4);
  });

  it('that find something are not refused because of others under way', async () => {
    const lookups = newLookups();
    for (let miss = 0; miss < 19; miss += 1) await lookups.find('one', async () => null);
    const found = Array.from({ length: 50 }, (_none, index) => lookups.find('one', async () => index));
    expect(await Promise.all(found)).toHaveLength(50);
    await lookups.find('one', async () => null);
    await expect(lookups.find('one', async () => 'found')).rejects.toThrow('wait');
  });

  it('wait for what may still be given back, and are refused once it is not', async () => {
    const lookups = newLookups({ ...LIMIT, points: 1 });
    const { opened, open } = createGate();
    const begun: string[] = [];
    const lookup = (name: string, found: string | null) => async () => {
      begun.push(name);
      await opened;
      return found;
    };
    const first = lookups.find('one', lookup('first', 'found'));
    const second = lookups.find('one', lookup('second', null));
    const third = lookups.find('one', lookup('third', 'found'));
    await setImmediate();
    expect(begun).toEqual(['first']);
    open();
    expect(await Promise.all([first, second])).toEqual(['found', null]);
    await expect(third).rejects.toThrow('wait');
  });

  it('wait a few seconds for their turn at the longest', async () => {
    const lookups = newLookups();
    const { opened, open } = createGate();
    const held = Array.from({ length: 4 }, () => lookups.find('one', () => opened.then(() => 'found')));
    await expect(lookups.find('one', async () => 'found')).rejects.toThrow('busy');
    const last = lookups.find('one', async () => 'found');
    open();
    expect(await Promise.all([...held, last])).toEqual(Array.from({ length: 5 }, () => 'found'));
  });

  it('that fail count as nothing, and end their turn', async () => {
    const lookups = newLookups();
    const fail = () => lookups.find('one', () => Promise.reject(new Error('no database')));
    const failed = await Promise.allSettled(Array.from({ length: 50 }, fail));
    expect(new Set(failed.map((one) => (one as PromiseRejectedResult).reason.message))).toEqual(
      new Set(['no database']),
    );
    expect(await lookups.find('one', async () => 'found')).toBe('found');
  });

  it('may miss again once the window is over', async () => {
    const lookups = newLookups({ points: 1, seconds: 0.02, atOnce: 4 });
    expect(await lookups.find('one', async () => null)).toBeNull();
    await expect(lookups.find('one', async () => 'found')).rejects.toThrow('wait');
    await eventually(async () => expect(await lookups.find('one', async () => 'found')).toBe('found'));
  });
});
