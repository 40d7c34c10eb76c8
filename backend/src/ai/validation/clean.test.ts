import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cleanEntry } from './clean.js';

const MARKS = ['*', '#', '. ', '-', '1. ', '“', '"', '”', '!', ' ', '`', '✓', '🌷', 'Oak doors', 'tea'];
const marked = fc.array(fc.constantFrom(...MARKS), { maxLength: 8 }).map((parts) => parts.join(''));

describe('cleaning an entry of a list', () => {
  it('takes away bullets, numbers, hashtags, quotation marks and final punctuation', () => {
    expect(cleanEntry(' • “Oak doors” ')).toBe('Oak doors');
    expect(cleanEntry('2. Oak doors;')).toBe('Oak doors');
    expect(cleanEntry('*#. Oak doors')).toBe('Oak doors');
  });

  it('leaves a clean entry as it is', () => {
    const property = fc.property(marked, (text) => expect(cleanEntry(cleanEntry(text))).toBe(cleanEntry(text)));
    fc.assert(property, { numRuns: 2000 });
  });
});
