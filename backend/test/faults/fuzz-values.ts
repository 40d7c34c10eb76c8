import * as fc from 'fast-check';
import { isBlank } from '../../src/contract/texts.js';
import { HOSTILE_LINES, HOSTILE_TEXTS, REFUSED_TEXTS } from './hostile-texts.js';
import type { Schema } from './fuzz-routes.js';

/** Texts of every kind: hostile ones, and whatever characters there are. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...[HOSTILE_TEXTS, HOSTILE_LINES, REFUSED_TEXTS].flatMap(Object.values<string>)),
  fc.constantFrom('', ' ', '\t\n', '0', '-1', 'null', 'true', '[]', '{}', '__proto__', 'constructor', 'toString'),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(201, 751, 10_001, 70_000).map((length) => 'x'.repeat(length)),
);

/** Numbers at which programs break. */
const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 1.5, 1e-9, 1e21, 1e308, -1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53, 2 ** 63),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** A JSON value of whatever type. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, [], {}, [null], [[]], { length: 1e9 }, { toString: 'x' }, ['a', 'a']),
  anyText,
  anyNumber,
  fc.array(fc.oneof(anyText, anyNumber), { maxLength: 5 }),
  fc.array(fc.constant('tag'), { minLength: 101, maxLength: 300 }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'id', 'a', '$ne'), anyText, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
);

// The machine's own addresses, which the product refuses to read: nothing leaves the machine.
const webAddress = fc.constantFrom('http://127.0.0.1:9/', 'https://[::1]/a?b=%20#c', 'http://localhost/ä', '');

/** A value that the document allows, apart from what only the record decides. */
export function allowed(schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const { type, nullable } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (nullable) return fc.option(allowed({ ...schema, nullable: false }, ids));
  if (type === 'object') return allowedObject(schema, ids);
  if (type === 'array')
    return fc.array(allowed(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return allowedText(schema, ids);
  const { minimum: min = 0, maximum: max = 10 } = schema;
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max: Math.min(max, min + 50) }));
}

function allowedText(schema: Schema, ids: string[]): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 50 } = schema;
  if (format === 'uuid') return fc.constantFrom(...ids);
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return webAddress;
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const characters = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
  const longest = fc.constant('é'.repeat(maxLength));
  const kinds = fc.oneof({ weight: 5, arbitrary: characters }, { weight: 1, arbitrary: longest });
  return kinds.map((text) => (minLength > 0 && isBlank(text) ? 'x'.repeat(minLength) : text));
}

function allowedObject(schema: Schema, ids: string[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, allowed(field, ids)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true });
}

/** A value that the document does not allow. */
export function forbidden(schema: Schema): fc.Arbitrary<unknown> {
  const { type, minimum, maximum, minLength = 0, maxLength } = schema;
  if (type === 'object') return fc.constantFrom<unknown>([], 'x', 5, null, { unknown: 1 });
  const kinds: unknown[] = [{}, { a: 1 }, [[1]], [{}], [{ toString: 1 }], [null]];
  if (schema.enum) kinds.push('', 'Approved', 'drafts', 0, null, [schema.enum[0]]);
  if (type === 'number') kinds.push(1.5, 'x', null, true, '1e999', 2 ** 53, -(2 ** 63));
  if (minimum !== undefined) kinds.push(minimum - 1, -1e308);
  if (maximum !== undefined) kinds.push(maximum + 1, 1e308);
  if (maxLength !== undefined)
    kinds.push(
      'x'.repeat(maxLength + 1),
      '💐'.repeat(maxLength + 1),
      // Characters of no width count as well.
      `x${'\ufe0f'.repeat(maxLength)}`,
      'x'.repeat(300_000),
    );
  if (minLength > 0) kinds.push('');
  // A password is taken as typed.
  if (minLength > 0 && schema.format !== 'password') kinds.push('  ', '\u2028', '\u200b');
  if (schema.format === 'uuid') kinds.push('x', '00000000-0000-0000-0000-000000000000', 5, true);
  if (schema.format === 'email') kinds.push('', 'x', 'a@', 'a b@c.d', `${'x'.repeat(300)}@example.com`);
  if (type === 'string' && !schema.enum) kinds.push(5, true);
  return fc.constantFrom(...kinds);
}
