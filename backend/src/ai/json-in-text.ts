/** The JSON objects and arrays that stand in a text. */
export interface JsonInText {
  /** The outermost complete ones, in their order; of many, the last 100. */
  values: object[];
  /** Whether another one begins, and does not end. */
  isCut: boolean;
}

/** An opening bracket that JSON could follow, so that `[see below]` is none. */
const OPENING = /\{(?=\s*["}])|\[(?=\s*["{[\]])/gu;
/** A text or a bracket within JSON. */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}[\]]/gu;
const TEXT_OR_LAST_COMMA = /("[^"\\]*(?:\\[^][^"\\]*)*")|,(?=\s*[}\]])/gu;
/** Within a text: an escaped character, a backslash that escapes nothing that JSON knows, a control character. */
const ESCAPED_OR_WRONG = /\\["\\/bfnrtu]|\\|\p{Cc}/gu;
/** How many values of one text are read: the last ones. */
const VALUES_MAX = 100;

/**
 * Reads the JSON in a text that people or models wrote, among words and code fences, or as a JSON text that holds JSON. Line
 * breaks within texts, commas before a closing bracket and unknown escapes are forgiven; nothing is completed or guessed, and
 * what cannot be read even so is left out. Takes time in proportion to the length. (The package `jsonrepair` completes what is cut
 * off, and takes minutes for 100 kB of quotation marks.)
 */
export function jsonIn(text: string): JsonInText {
  const whole = parsed(text);
  if (typeof whole === 'string') return jsonIn(whole);
  if (whole !== undefined) return { values: isObject(whole) ? [whole] : [], isCut: false };
  const { complete, isCut } = outermost(text);
  if (complete.length === 0 && !isCut && text.includes('{\\"')) {
    const json = text.slice(text.indexOf('{\\"'), text.lastIndexOf('}') + 1);
    const unescaped = parsed(`"${escaped(json)}"`);
    return typeof unescaped === 'string' ? jsonIn(unescaped) : { values: [], isCut };
  }
  return { values: complete.map((part) => parsed(part) ?? parsed(tidied(part))).filter(isObject), isCut };
}

/** The JSON of a value; `''` when it is nested deeper than the stack allows. */
export function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** The parts of a text from an opening bracket to its closing one, without those within others. */
function outermost(text: string): { complete: string[]; isCut: boolean } {
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

function tidied(json: string): string {
  return json.replace(TEXT_OR_LAST_COMMA, (_, text?: string) => (text === undefined ? '' : escaped(text)));
}

function escaped(text: string): string {
  return text.replace(ESCAPED_OR_WRONG, (found) => {
    if (found.length > 1) return found;
    return found === '\\' ? '' : JSON.stringify(found).slice(1, -1);
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // No JSON, or nested deeper than the stack allows.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
