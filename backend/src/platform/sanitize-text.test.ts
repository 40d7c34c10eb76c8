import { describe, expect, it } from '@jest/globals';
import {
  sanitizeJson,
  sanitizeSentence,
  sanitizeText,
  printable,
  SENTENCE_SHOWN_MAX,
  SENTENCE_STORED_MAX,
  shortenSentence,
  withoutDirectionControls,
} from './sanitize-text.js';

/** All control characters: C0, DEL and C1. */
const CONTROLS = [...Array.from({ length: 32 }, (_, code) => code), ...Array.from({ length: 33 }, (_, n) => 0x7f + n)]
  .map((code) => String.fromCharCode(code))
  .join('');

describe('a text from outside', () => {
  it('has no control characters, whichever they are', () => {
    for (const control of CONTROLS) expect(sanitizeText(`no${control}space`)).toBe('no space');
    expect(sanitizeText(`550 ${CONTROLS} no`)).toBe('550 no');
  });

  it('has no half characters', () => {
    expect(sanitizeText('a\ud800b\udc00')).toBe('a\ufffdb\ufffd');
    expect(sanitizeText('📷')).toBe('📷');
  });

  it('is one line unless lines stay', () => {
    const text = ' one\r\ntwo\rthree\u2028four\u0085five\tsix\0 ';
    expect(sanitizeText(text)).toBe('one two three four five six');
    expect(sanitizeText(text, { lines: true })).toBe('one\ntwo\nthree\nfour\nfive\tsix');
  });

  it('turns no direction, and keeps the marks of a text that needs them', () => {
    expect(sanitizeText('photo\u202egpj.exe\u2066x\u2069')).toBe('photogpj.exex');
    expect(withoutDirectionControls('\u200fpay\u200epal')).toBe('paypal');
    expect(withoutDirectionControls('مرحبا \u200e123\u202e')).toBe('مرحبا \u200e123');
  });

  it('is cut between characters, and says so', () => {
    expect(sanitizeText('📷'.repeat(10), { max: 10 })).toBe('📷'.repeat(10));
    expect(sanitizeText('📷'.repeat(11), { max: 10 })).toBe(`${'📷'.repeat(9)}…`);
    expect([...sanitizeSentence('x'.repeat(100_000))]).toHaveLength(SENTENCE_STORED_MAX);
    expect([...shortenSentence('x'.repeat(SENTENCE_STORED_MAX))]).toHaveLength(SENTENCE_SHOWN_MAX);
    expect(shortenSentence('short')).toBe('short');
  });

  it('is printed with its lines and spaces, and moves no cursor', () => {
    expect(printable('  one\n\ttwo\r\x1b[2Jthree\x9b1A\u202efour')).toBe('  one\n\ttwo  [2Jthree 1Afour');
  });

  it('is clean wherever it stands in JSON', () => {
    const value = { name: 'a\0b', list: ['\ud800', { 'k\0': 'c\u202ed' }], count: 3, none: null };
    expect(sanitizeJson(value)).toEqual({ name: 'a b', list: ['\ufffd', { k: 'cd' }], count: 3, none: null });
  });
});
