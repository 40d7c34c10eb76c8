import { describe, expect, it } from '@jest/globals';
import { compareEdits } from './edited-row';

const BASE = { phone: '1', notes: 'old', tags: ['a'] };

describe('comparing two edits of a row', () => {
  it('follows what only the other one changed, and keeps what only was changed here', () => {
    const states = { base: BASE, mine: { ...BASE, notes: 'mine' }, theirs: { ...BASE, phone: '2' } };
    expect(compareEdits(states, [])).toEqual({ followed: ['phone'], contested: [] });
  });

  it('contests what both changed, unless both made the same of it', () => {
    const mine = { phone: '2', notes: 'mine', tags: ['a', 'b'] };
    const states = { base: BASE, mine, theirs: { phone: '2', notes: 'theirs', tags: ['a', 'b'] } };
    expect(compareEdits(states, [])).toEqual({ followed: [], contested: ['notes'] });
  });

  it('goes on contesting what nobody has chosen about, while others change other things', () => {
    const theirs = { ...BASE, notes: 'theirs' };
    const states = { base: theirs, mine: { ...BASE, notes: 'mine' }, theirs: { ...theirs, phone: '2' } };
    expect(compareEdits(states, ['notes'])).toEqual({ followed: ['phone'], contested: ['notes'] });
  });

  it('is settled when the other one writes what was typed here', () => {
    const mine = { ...BASE, notes: 'mine' };
    const states = { base: { ...BASE, notes: 'theirs' }, mine, theirs: mine };
    expect(compareEdits(states, ['notes'])).toEqual({ followed: [], contested: [] });
  });

  it('takes a file that was chosen for something else than a stored one', () => {
    const states = { base: { logo: '/old' }, mine: { logo: new File([], 'a.png') }, theirs: { logo: '/new' } };
    expect(compareEdits<{ logo: File | string }>(states, [])).toEqual({ followed: [], contested: ['logo'] });
  });
});
