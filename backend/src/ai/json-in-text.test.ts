import { describe, expect, it } from '@jest/globals';
import { findJson } from './json-in-text.js';

describe('JSON in a text', () => {
  it.each<[string, object[]]>([
    ['{"a": 1}', [{ a: 1 }]],
    ['[1, 2]', [[1, 2]]],
    ['Here: {"a": "b}"} and {"c": [{"d": "]"}]}.', [{ a: 'b}' }, { c: [{ d: ']' }] }]],
    ['```json\n[{"a": 1}]\n```', [[{ a: 1 }]]],
    ['A 5" door {"a": 1} of 6"', [{ a: 1 }]],
    ['[see below] {as asked} {"a": 1} [1]', [{ a: 1 }]],
    ['{"a": [1, 2, ], "b": "one\ntwo\tthree", }', [{ a: [1, 2], b: 'one\ntwo\tthree' }]],
    ['{"a": "it\\\'s, ]", "b": "\\\\", "c": "\\u00e9\\n"}', [{ a: "it's, ]", b: '\\', c: 'é\n' }]],
    ['"{\\"a\\": \\"b\\"}"', [{ a: 'b' }]],
    ['"\\"{}\\""', [{}]],
    ['{\\"a\\": \\"b\\"}', [{ a: 'b' }]],
    ['```json\n"{\\"a\\": \\"b\\"}"\n```', [{ a: 'b' }]],
    ['{"a": 1};', [{ a: 1 }]],
    ['{"a": 1]} {"b": 2}', [{ b: 2 }]],
    ['{"a": nonsense} {"b": 2}', [{ b: 2 }]],
    ['null', []],
    ['7', []],
    ['', []],
    ['No JSON at all.', []],
  ])('is found and read: %s', (text, values) => {
    expect(findJson(text)).toEqual({ values, isCut: false });
  });

  it.each<[string, object[]]>([
    ['{"a": {"b": 1}, "c', []],
    ['{"a": 1} or rather {"a": ["b"], "c": "d', [{ a: 1 }]],
    ['{"a": ["b"', []],
  ])('is not completed where it is cut off: %s', (text, values) => {
    expect(findJson(text)).toEqual({ values, isCut: true });
  });

  it.each([
    '['.repeat(1_000_000),
    `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    '{"'.repeat(500_000),
    `{${'"\\'.repeat(500_000)}`,
    `{"${'\\"'.repeat(500_000)}`,
    `["${', "'.repeat(300_000)}]`,
    `["a"${','.repeat(1_000_000)}]`,
    `["a"${' ,'.repeat(500_000)}]`,
    `{${' '.repeat(1_000_000)}`,
    `{${' {'.repeat(500_000)}`,
    `{"a": "${'\n'.repeat(1_000_000)}"}`,
    '{"a"}'.repeat(200_000),
    `{"a":${'{"b":1},'.repeat(120_000)}`,
    `"${'\\"{'.repeat(300_000)}`,
  ])('is found quickly in hostile text (%#)', (text) => {
    const before = process.cpuUsage();
    findJson(text);
    // Processor time: a busy machine takes longer by the clock.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});
