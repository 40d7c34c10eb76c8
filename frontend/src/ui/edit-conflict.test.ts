import { describe, expect, it } from '@jest/globals';
import { compareEdits } from './edit-conflict';

const BASE = { phone: '1', notes: 'old', tags: ['a'] };

describe('merging two edits of a record', () => {
  it('takes over fields that only the other edit changed, and keeps those that only this edit changed', () => {
    const states = { base: BASE, mine: { ...BASE, notes: 'mine' }, theirs: { ...BASE, phone: '2' } };
    expect(compareEdits(states, [])).toEqual({ merged: ['phone'], conflicting: [] });
  });

  it('reports a conflict in fields that both changed, unless to the same value', () => {
    const mine = { phone: '2', notes: 'mine', tags: ['a', 'b'] };
    const states = { base: BASE, mine, theirs: { phone: '2', notes: 'theirs', tags: ['a', 'b'] } };
    expect(compareEdits(states, [])).toEqual({ merged: [], conflicting: ['notes'] });
  });

  it('keeps a conflict until one value is chosen, while others change other fields', () => {
    const theirs = { ...BASE, notes: 'theirs' };
    const states = { base: theirs, mine: { ...BASE, notes: 'mine' }, theirs: { ...theirs, phone: '2' } };
    expect(compareEdits(states, ['notes'])).toEqual({ merged: ['phone'], conflicting: ['notes'] });
  });

  it('has no conflict left when the other edit saves what was typed here', () => {
    const mine = { ...BASE, notes: 'mine' };
    const states = { base: { ...BASE, notes: 'theirs' }, mine, theirs: mine };
    expect(compareEdits(states, ['notes'])).toEqual({ merged: [], conflicting: [] });
  });

  it('treats a chosen file as different from a stored one', () => {
    const states = { base: { logo: '/old' }, mine: { logo: new File([], 'a.png') }, theirs: { logo: '/new' } };
    expect(compareEdits<{ logo: File | string }>(states, [])).toEqual({ merged: [], conflicting: ['logo'] });
  });
});
