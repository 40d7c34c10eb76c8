import { oneLine } from '../text.js';

/** Keys whose values say nothing that people read, or are contact data. */
const SKIPPED =
  /^(?:@.*|url|sameAs|image|logo|photo|telephone|faxNumber|email|price|priceRange|lowPrice|highPrice|priceCurrency|latitude|longitude|geo|hasMap|target|urlTemplate|identifier|sku|gtin.*)$/u;

/** Levels that are looked into; a hostile page could nest until the stack ends. */
const DEPTH = 20;

/** A value of JSON-LD, as it came from a website. */
type Value = unknown;

/** The texts of JSON-LD that people could read: no keys, types, links, pictures, prices or contact data. */
export function jsonLdTexts(jsonLd: string): string[] {
  return parts(jsonLd).flatMap((part) => (typeof part === 'string' ? strings(part) : texts(part, DEPTH)));
}

/** The texts that stand below any of these keys, by their `name` where they are objects. */
export function jsonLdNames(jsonLd: string, keys: string[]): string[] {
  return parts(jsonLd)
    .flatMap((part) => below(part, keys, DEPTH))
    .map(oneLine)
    .filter(Boolean);
}

/** A page may hold several documents, one per line; the last one may be cut off, and stays a text. */
function parts(jsonLd: string): Value[] {
  const whole = parsed(jsonLd);
  if (whole !== undefined) return [whole];
  return jsonLd.split(/\n(?=[^\S\n]*[{[])/u).map((part) => parsed(part) ?? part);
}

/** The pairs of key and text in JSON that is not whole. */
function strings(json: string): string[] {
  return [...json.matchAll(/"([^"\\]+)":\s*"([^"\\]+)"/gu)].flatMap(([, key = '', text = '']) =>
    SKIPPED.test(key) ? [] : [text],
  );
}

function parsed(json: string): Value | undefined {
  try {
    return JSON.parse(json) as Value;
  } catch {
    return undefined;
  }
}

function texts(value: Value, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (depth === 0) return [];
  return entriesOf(value).flatMap(([key, inner]) => (SKIPPED.test(key) ? [] : texts(inner, depth - 1)));
}

function below(value: Value, keys: string[], depth: number): string[] {
  if (depth === 0) return [];
  return entriesOf(value).flatMap(([key, inner]) =>
    keys.includes(key) ? namesOf(inner, depth - 1) : below(inner, keys, depth - 1),
  );
}

function namesOf(value: Value, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => namesOf(entry, depth - 1));
  const entries = entriesOf(value);
  const inner = entries.filter(([key]) => ['itemOffered', 'itemListElement', 'containsPlace'].includes(key));
  const own = entries.filter(([key]) => key === 'name' && inner.length === 0);
  return [...own, ...inner].flatMap(([, entry]) => namesOf(entry, depth - 1));
}

/** The entries of a list have their places as keys. */
function entriesOf(value: Value): [string, Value][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
