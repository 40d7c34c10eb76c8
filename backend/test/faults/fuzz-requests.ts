import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { recordsOf, type Ids } from './fuzz-seed.js';
import type { Sent } from './fuzz-request.js';
import type { Route } from './fuzz-routes.js';
import { allowed, anyText, anyValue, forbidden } from './fuzz-values.js';
import { multipart, MULTIPART } from '../multipart.js';

type Body = Pick<Sent, 'headers' | 'body'>;

/** Parts of an address that are no id of anything. */
const ODD_IDS = [
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..',
  '%',
  '%zz',
  '%ed%a0%80',
  '%f0%9f%92%90',
  '%0d%0aSet-Cookie:%20a=b',
  '%20',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '{id}',
  '0',
  '-1',
  '*',
  "'%20OR%20'1'='1",
  '00000000-0000-0000-0000-000000000000',
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'urn:uuid:7d2f3c1e-1111-4222-8333-0123456789ab',
  '7d2f3c1e-1111-4222-8333-0123456789ab',
  '7d2f3c1e-1111-4222-8333-0123456789ab%00',
  '7d2f3c1e-1111-4222-8333-0123456789ab;a=b',
  'x'.repeat(5000),
  '%F0'.repeat(500),
  'AAAAAAAAAAAAAAAAAAAAAA',
];

/** The id that a route means by a parameter. */
function ownIds(path: string, name: string, ids: Ids): string[] {
  if (name === 'publicLink') return ids.publicLinks;
  return ids[recordsOf(path)] ?? Object.values(ids).flat();
}

function pathOf(route: Route, ids: Ids): fc.Arbitrary<string> {
  const parameters = route.parameters.filter((parameter) => parameter.in === 'path');
  const values = parameters.map(({ name, schema }) => {
    const own = schema.enum ?? ownIds(route.path, name, ids);
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...own) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(ids).flat()) },
      { weight: 1, arbitrary: fc.constantFrom(...own.map((id) => id.toUpperCase())) },
      { weight: 2, arbitrary: fc.constantFrom(...ODD_IDS) },
      { weight: 1, arbitrary: anyText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 6000) || '%20') },
    );
  });
  const fill = (given: string[]): string =>
    parameters.reduce((path, { name }, index) => path.replace(`{${name}}`, () => given[index]!), route.path);
  return fc.tuple(...values).map(fill);
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A query with values that the route knows, in shapes that it does not. */
function queryOf(route: Route): fc.Arbitrary<string> {
  const known = route.parameters.filter((parameter) => parameter.in === 'query');
  const names = [...known.map(({ name }) => name), 'limit', 'search', 'unknown', '__proto__'];
  const name = fc.constantFrom(...names);
  const valid = known.map((parameter) =>
    allowed(parameter.schema, ['7d2f3c1e-1111-4222-8333-0123456789ab']).map(
      (value) => `${parameter.name}=${encode(String(value))}`,
    ),
  );
  const number = fc.constantFrom(
    '-1',
    '0',
    '1',
    '1000',
    '1001',
    '1e3',
    '0x10',
    '99999999999999999999',
    'NaN',
    'Infinity',
    '',
  );
  const odd = fc.oneof(
    fc.tuple(name, number).map(([key, value]) => `${key}=${value}`),
    fc.tuple(name, anyText).map(([key, value]) => `${key}=${encode(value).slice(0, 8000)}`),
    name.chain((key) =>
      fc.constantFrom(
        ...[`${key}[]=1`, `${key}[0]=1&${key}[1]=2`, `${key}[a]=1`, `${key}[a][b]=1`, `${key}[__proto__][x]=1`],
        ...[`${key}=1&${key}=2`, key, `${key}=%00`, `${key}=%`, `${key}=%ed%a0%80`, `${key}[99999999]=1`],
      ),
    ),
  );
  const part =
    valid.length > 0 ? fc.oneof({ weight: 2, arbitrary: fc.oneof(...valid) }, { weight: 1, arbitrary: odd }) : odd;
  return fc.array(part, { maxLength: 4 }).map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''));
}

/** Values that headers should not have, by header. */
const ODD_HEADERS: Record<string, string[]> = {
  Prefer: ['respond-async', 'respond-async; x="', 'wait=0, RESPOND-ASYNC', ',,,', 'respond-async'.repeat(400)],
  'Idempotency-Key': ['a', 'x'.repeat(200), 'x'.repeat(201), ' ', '"\u00e9"', "'; --"],
  Range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'items=0-5', 'bytes=0-0,'.repeat(500)],
  'If-None-Match': ['*', '"x"', 'W/"', '"'.repeat(3000)],
  'If-Modified-Since': ['yesterday', 'Sat, 31 Feb 2026 00:00:00 GMT'],
  'Accept-Encoding': ['gzip', 'br;q=0', '*;q=0', 'identity;q=0, *;q=0', 'gzip;q=x,'.repeat(300)],
  Accept: ['text/html', 'image/*', '*/*;q=0', ';;;', 'a/b,'.repeat(1000)],
  'Accept-Language': ['x'.repeat(3000)],
  Cookie: ['gmb.sid=s%3Anonsense.sig', 'connect.sid=%', '=;=;', `a=${'b'.repeat(4000)}`],
  'X-Request-Id': ['<script>', 'x'.repeat(1000)],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'X-HTTP-Method-Override': ['DELETE'],
  Expect: ['100-continue'],
  'Content-Encoding': ['gzip', 'br', 'x'],
  Authorization: ['Basic Og==', 'Bearer null'],
};

// Of its own for each request, so that no limit per address ends the test.
const address = fc.ipV4().map((ip) => ({ 'X-Forwarded-For': ip }));

const oddHeader = Object.entries(ODD_HEADERS).map(([name, values]) =>
  fc.constantFrom(...values).map((value) => ({ [name]: value })),
);

/** A few headers with values that they should not have. */
export const anyHeaders: fc.Arbitrary<Record<string, string>> = fc
  .tuple(address, fc.array(fc.oneof(...oddHeader), { maxLength: 2 }))
  .map(([from, odd]) => Object.assign({}, from, ...odd) as Record<string, string>);

function headersOf(route: Route): fc.Arbitrary<Record<string, string>> {
  const isLong = route.parameters.some(({ name }) => name === 'Prefer');
  const prefer = fc.constantFrom<Record<string, string>>({}, isLong ? { Prefer: 'respond-async' } : {});
  return fc.tuple(prefer, anyHeaders).map(([wish, odd]) => ({ ...wish, ...odd }));
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A value as a JSON body. */
export function jsonBody(value: unknown): Body {
  return { headers: JSON_TYPE, body: Buffer.from(JSON.stringify(value ?? null)) };
}

/** Bodies that are no JSON, or such that reading them is the attack. */
export const ODD_BODIES: Record<string, Body> = Object.fromEntries(
  Object.entries({
    nothing: '',
    null: 'null',
    'a number': '5',
    'a text': '"text"',
    'a list': '[]',
    'a list of lists': '[[],[]]',
    'half of it': '{"business":"a',
    'two of it': '{}{}',
    'a key twice': '{"business":"one","business":"two","odd":1,"odd":{}}',
    'a prototype': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    'a deep prototype': '{"business":{"__proto__":{"polluted":true}}}',
    'a number beyond all': '{"version":1e999,"business":123456789012345678901234567890}',
    'a thousand levels': `${'{"business":'.repeat(1000)}1${'}'.repeat(1000)}`,
    'a hundred thousand lists': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    'a thousand fields': JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_none, n) => [`f${n}`, n]))),
    'a megabyte and a byte': `{"business":"${'x'.repeat(1024 * 1024 - 14)}"}`,
    'a byte order mark': '\ufeff{"odd":1}',
    'a NUL': '{"business":"\u0000"}',
    'escapes of halves': '{"odd":"\\ud800\\udfff"}',
    comments: '{/**/"business":"x"}',
  }).map(([name, text]) => [name, { headers: JSON_TYPE, body: Buffer.from(text) }]),
);

const OTHER_BODIES: Body[] = [
  { headers: { 'Content-Type': 'application/json; charset=utf-16' }, body: Buffer.from('{"business":"x"}', 'utf16le') },
  { headers: { 'Content-Type': 'application/json; charset=x' }, body: Buffer.from('{}') },
  { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: gzipSync(Buffer.alloc(3_000_000, ' ')) },
  { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: Buffer.from('not gzip') },
  { headers: { ...JSON_TYPE, 'Content-Encoding': 'zstd' }, body: Buffer.from('{}') },
  { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: Buffer.from('business=x&a[b]=c') },
  {
    headers: { 'Content-Type': 'text/xml' },
    body: Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  },
  { headers: { 'Content-Type': 'multipart/form-data' }, body: Buffer.from('no boundary') },
  { headers: { 'Content-Type': 'a/b/c;;=' }, body: Buffer.from('{}') },
  { headers: {}, body: Buffer.from('{"business":"x"}') },
];

/** A body as the document allows it. */
export function allowedBody(route: Route, ids: Ids): fc.Arbitrary<Record<string, unknown>> {
  const references = route.path.startsWith('/api/clients') ? ids.agencies : [...ids.clients, ...ids.moments];
  return allowed(route.body ?? { type: 'object' }, references) as fc.Arbitrary<Record<string, unknown>>;
}

/** A body as the document allows it but for one field, with that field's name. */
export function brokenBody(route: Route, ids: Ids): fc.Arbitrary<{ field: string; body: Record<string, unknown> }> {
  const fields = Object.entries(route.body?.properties ?? {});
  const broken = fields.map(([field, schema]) => forbidden(schema).map((value) => ({ field, value })));
  const unknown = fc
    .constantFrom('id', 'version2', 'createdAt', 'toString')
    .map((field) => ({ field, value: 1 as unknown }));
  const missing = (route.body?.required ?? []).map((field) => fc.constant({ field, value: undefined as unknown }));
  return fc
    .tuple(allowedBody(route, ids), fc.oneof(...broken, unknown, ...missing))
    .map(([body, { field, value }]) => ({ field, body: { ...body, [field]: value } }));
}

function formBody(route: Route, ids: Ids): fc.Arbitrary<Body> {
  const fields = allowedBody(route, ids).map((body) =>
    Object.entries(body).map(([field, value]) => ({ field, content: String(value) })),
  );
  const odd = fc.array(
    fc.record({ field: fc.oneof(fc.constantFrom('__proto__', 'a[b]', 'logo'), anyText), content: anyText }),
    {
      maxLength: 2,
    },
  );
  const file = fc.record({
    field: fc.constantFrom('images', 'image', 'logo', 'file'),
    fileName: fc.constantFrom('a.jpg', '../a', ''),
    content: fc.constantFrom('', 'GIF89a', '<svg/>'),
  });
  return fc
    .tuple(fields, odd, fc.array(file, { maxLength: 2 }))
    .map(([known, unknown, files]) => multipart([...known, ...unknown, ...files].map(oneLine)))
    .map((body) => ({ headers: { 'Content-Type': MULTIPART }, body }));
}

// A break or a quote in a name would end the header line; what does that on purpose is sent elsewhere.
function oneLine<P extends { field: string }>(part: P): P {
  return { ...part, field: part.field.replace(/["\r\n]/g, '').slice(0, 300) };
}

function bodyOf(route: Route, ids: Ids): fc.Arbitrary<Body> {
  const none: Body = { headers: {}, body: Buffer.alloc(0) };
  const odd = fc.constantFrom(none, ...Object.values(ODD_BODIES), ...OTHER_BODIES);
  if (route.method === 'GET')
    return fc.oneof({ weight: 9, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: odd });
  const json = [
    { weight: 4, arbitrary: allowedBody(route, ids).map(jsonBody) },
    { weight: 4, arbitrary: brokenBody(route, ids).map(({ body }) => jsonBody(body)) },
    { weight: 1, arbitrary: anyValue.map(jsonBody) },
    { weight: 2, arbitrary: odd },
  ];
  return route.isForm ? fc.oneof(...json, { weight: 4, arbitrary: formBody(route, ids) }) : fc.oneof(...json);
}

/** Any request to a route: ids, query, headers and body valid or not, each on its own. */
export function anyRequest(route: Route, ids: Ids): fc.Arbitrary<Sent> {
  return fc
    .record({ path: pathOf(route, ids), query: queryOf(route), headers: headersOf(route), content: bodyOf(route, ids) })
    .map(({ path, query, headers, content }) => ({
      method: route.method,
      path: path + query,
      headers: { ...headers, ...content.headers },
      body: content.body,
    }));
}
