import { beforeEach, describe, expect, it } from '@jest/globals';
import { createGate } from '../../test/gate.js';
import { KeyedQueues } from './keyed-queues.js';

describe('tasks with keys', () => {
  let queues: KeyedQueues;
  let done: string[];
  const work = (name: string, until?: Promise<unknown>) => async () => {
    await until;
    done.push(name);
  };

  beforeEach(() => {
    queues = new KeyedQueues();
    done = [];
  });

  it('run in order for one key, and are not delayed by another key', async () => {
    const slow = createGate();
    queues.add('a', work('a1', slow.opened));
    queues.add('a', work('a2'));
    queues.add('b', work('b1'));
    queues.add('b', work('b2'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['b1', 'b2']);
    slow.open();
    await queues.drain();
    expect(done).toEqual(['b1', 'b2', 'a1', 'a2']);
  });

  it('wait for a barrier that was added before, whatever their key', async () => {
    const slow = createGate();
    queues.add('a', work('a1'));
    queues.addBarrier(work('barrier', slow.opened));
    queues.add('b', work('b1'));
    queues.addBarrier(work('second barrier'));
    queues.add('a', work('a2'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['a1']);
    slow.open();
    await queues.drain();
    expect(done.slice(0, 2)).toEqual(['a1', 'barrier']);
    expect(done.indexOf('a2')).toBeGreaterThan(done.indexOf('second barrier'));
    expect(done.toSorted()).toEqual(['a1', 'a2', 'b1', 'barrier', 'second barrier']);
  });
});
