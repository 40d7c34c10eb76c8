import { describe, expect, it } from '@jest/globals';
import { RecentEvents } from './recent-events.js';

describe('recent events', () => {
  let now = 0;
  const start = () => {
    now = 1000;
    return new RecentEvents(() => now);
  };

  it('are unknown for the time before it subscribed', () => {
    const last = start();
    now = 2000;
    expect(last.hasWithin(1000, ['a'])).toBe(true);
    expect(last.hasWithin(999, ['a'])).toBe(false);
  });

  it('are known for each room', () => {
    const last = start();
    now = 2000;
    last.note('a');
    now = 2500;
    last.note('b');
    now = 3000;
    expect([last.hasWithin(600, ['a']), last.hasWithin(600, ['b']), last.hasWithin(600, ['a', 'b'])]).toEqual([
      false,
      true,
      true,
    ]);
    expect(last.hasWithin(1000, ['a'])).toBe(true);
  });

  it('are unknown for the time before a gap', () => {
    const last = start();
    now = 5000;
    last.reset();
    now = 6000;
    expect([last.hasWithin(1000, ['a']), last.hasWithin(999, ['a'])]).toEqual([true, false]);
  });

  it('are unknown for a time when more rooms than it remembers had events', () => {
    const last = start();
    for (let room = 0; room <= 10_000; room += 1) {
      now += 1;
      last.note(`room ${room}`);
    }
    expect(last.hasWithin(10_000, ['another'])).toBe(true);
    expect(last.hasWithin(9999, ['another'])).toBe(false);
    expect(last.hasWithin(0, ['room 10000'])).toBe(true);
  });
});
