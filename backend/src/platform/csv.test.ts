import { describe, expect, it } from '@jest/globals';
import { escapeFormulas } from './csv.js';

describe('a text of a table', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 221 1', "'+49 221 1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A1', "'＠A1"],
    ['  =1', "  '=1"],
    ['roses;=1', "roses;'=1"],
    ['roses;  ＝1', "roses;  '＝1"],
    ['roses\t@A1', "roses\t'@A1"],
    ['roses\n=1\r\n-2\r+3', "roses\n'=1\r\n'-2\r'+3"],
    ['\t=1', "'\t'=1"],
    ['\rroses', "'\rroses"],
  ])('%j is no formula, nor the beginning of one', (text, expected) => expect(escapeFormulas(text)).toBe(expected));

  it.each(['roses', 'a = b', 'mail@example.com', '10-12 a.m.; open daily', ''])('%j stays', (text) =>
    expect(escapeFormulas(text)).toBe(text),
  );
});
