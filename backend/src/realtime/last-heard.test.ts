import { describe, expect, it } from '@jest/globals';
import { LastHeard } from './last-heard.js';

describe('what was last heard', () => {
  let now = 0;
  const heard = () => {
    now = 1000;
    return new LastHeard(() => now);
  };

  it('is unknown for the time before it listened', () => {
    const last = heard();
    now = 2000;
    expect(last.within(1000, ['a'])).toBe(true);
    expect(last.within(999, ['a'])).toBe(false);
  });

  it('is told for each room', () => {
    const last = heard();
    now = 2000;
    last.note('a');
    now = 2500;
    last.note('b');
    now = 3000;
    expect([last.within(600, ['a']), last.within(600, ['b']), last.within(600, ['a', 'b'])]).toEqual([
      false,
      true,
      true,
    ]);
    expect(last.within(1000, ['a'])).toBe(true);
  });

  it('is unknown for the time before something was lost', () => {
    const last = heard();
    now = 5000;
    last.lose();
    now = 6000;
    expect([last.within(1000, ['a']), last.within(999, ['a'])]).toEqual([true, false]);
  });

  it('is unknown for the time of rooms that are too many to remember', () => {
    const last = heard();
    for (let room = 0; room <= 10_000; room += 1) {
      now += 1;
      last.note(`room ${room}`);
    }
    expect(last.within(10_000, ['another'])).toBe(true);
    expect(last.within(9999, ['another'])).toBe(false);
    expect(last.within(0, ['room 10000'])).toBe(true);
  });
});
