/** The JSON objects and arrays found in a text. */
export interface JsonInText {
  /** The complete ones that are not within another one, in the order of the text; only the last 100 of them. */
  values: object[];
  /** Whether the text ends within an object or array. */
  isCut: boolean;
}

/** An opening bracket followed by something that JSON allows there, unlike in `[see below]`. */
const OPENING = /\{(?=\s*["}])|\[(?=\s*["{[\]])/gu;
/** A string or a bracket within JSON. */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}[\]]/gu;
const TEXT_OR_LAST_COMMA = /("[^"\\]*(?:\\[^][^"\\]*)*")|,(?=\s*[}\]])/gu;
/** Within a string: a valid escape sequence, a backslash that begins none, or a control character. */
const ESCAPED_OR_WRONG = /\\["\\/bfnrtu]|\\|\p{Cc}/gu;
/** Maximum number of values that are read from one text; earlier ones are dropped. */
const VALUES_MAX = 100;

/**
 * Finds JSON in a text that a person or a model wrote: between words, in code fences, or as a JSON string that
 * contains JSON. Line breaks within strings, commas before a closing bracket and unknown escape sequences are
 * corrected; other invalid JSON is left out. The time is linear in the length. (The package `jsonrepair` also
 * completes JSON that is cut off, which is not wanted here, and takes minutes for 100 kB of quotation marks.)
 */
export function findJson(text: string): JsonInText {
  const whole = tryParse(text);
  if (typeof whole === 'string') return findJson(whole);
  if (whole !== undefined) return { values: isObject(whole) ? [whole] : [], isCut: false };
  const { complete, isCut } = findOutermost(text);
  if (complete.length === 0 && !isCut && text.includes('{\\"')) {
    const json = text.slice(text.indexOf('{\\"'), text.lastIndexOf('}') + 1);
    const unescaped = tryParse(`"${escapeJsonText(json)}"`);
    return typeof unescaped === 'string' ? findJson(unescaped) : { values: [], isCut };
  }
  return { values: complete.map((json) => tryParse(json) ?? tryParse(repairJson(json))).filter(isObject), isCut };
}

/** Returns the JSON of a value; `''` when it is nested deeper than the stack allows. */
export function toJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** Returns the pieces of a text from an opening bracket to its closing one, without those inside another piece. */
function findOutermost(text: string): { complete: string[]; isCut: boolean } {
  const open: number[] = [];
  let complete: { start: number; end: number }[] = [];
  for (let at = 0; ;) {
    const search = open.length > 0 ? TOKEN : OPENING;
    search.lastIndex = at;
    const found = search.exec(text);
    if (!found) break;
    const { 0: token, index } = found;
    at = index + token.length;
    if (token === '{' || token === '[') open.push(index);
    else if (token === '}' || token === ']') {
      const start = open.pop()!;
      if (text[start] !== (token === '}' ? '{' : '[')) open.length = 0;
      else {
        while (complete.length > 0 && complete.at(-1)!.start > start) complete.pop();
        complete.push({ start, end: at });
      }
    }
  }
  if (open.length > 0) complete = complete.filter(({ start }) => start < open[0]!);
  const last = complete.slice(-VALUES_MAX);
  return { complete: last.map(({ start, end }) => text.slice(start, end)), isCut: open.length > 0 };
}

function repairJson(json: string): string {
  return json.replace(TEXT_OR_LAST_COMMA, (_, text?: string) => (text === undefined ? '' : escapeJsonText(text)));
}

function escapeJsonText(text: string): string {
  return text.replace(ESCAPED_OR_WRONG, (found) => {
    if (found.length > 1) return found;
    return found === '\\' ? '' : JSON.stringify(found).slice(1, -1);
  });
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // Not JSON, or nested deeper than the stack allows.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
