import { describe, expect, it } from '@jest/globals';
import { isBlank, lengthOf } from './texts.js';

describe('a blank text', () => {
  it.each([
    '',
    ' \t\r\n',
    '\u00a0\u2003\u3000',
    '\u200b\u200c\u200d\u2060\ufeff',
    '\u00ad\u034f\u180e\ufe0f',
    '\u202e\u2066\u2069',
    '\u115f\u3164\uffa0\u2800',
    '\u{e0041}\u{e0100}',
    '\u0000\u001b\u0085',
  ])('has no visible character: %j', (text) => {
    expect(isBlank(text)).toBe(true);
    expect(isBlank(`${text}.${text}`)).toBe(false);
  });

  it.each(['-', '🌷', '❤️', 'ñ', 'n\u0303', '私', 'פ', '\u200bx'])('is not %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('the length of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['🌷🌷', 2],
    ['𝕊𠜎', 2],
    ['n\u0303', 2],
    ['👩‍👩‍👧‍👦', 7],
  ])('of %j is %i characters', (text, length) => expect(lengthOf(text)).toBe(length));
});
