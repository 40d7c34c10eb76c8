import { lengthOf } from '../contract/texts.js';

/** Longest sentence of another program that is stored, in characters. */
export const SENTENCE_STORED_MAX = 600;
/** Longest sentence of another program that is shown or published, in characters. */
export const SENTENCE_SHOWN_MAX = 300;

/** Characters that change the direction of the text after them: overrides, embeddings and isolates. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;
/**
 * Direction marks. Texts in Arabic or Hebrew need them beside numbers; in other texts they only make different texts
 * look the same.
 */
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
const BLANKS = /[\s\p{Cc}]+/gu;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n]/gu;

interface SanitizeOptions {
  /** Longest result in characters (code points); a longer text is cut and ends with `…`. */
  max?: number;
  /** Whether line breaks and tabs stay; otherwise the text becomes one line. */
  lines?: boolean;
}

/**
 * Sanitizes a text from another program before it is stored, printed or logged: from a mail server, the AI, a
 * storage, a name server, a website, a picture or a file name. PostgreSQL can store the result, and it cannot control
 * a terminal or reverse the direction of a line. Replaces control characters (C0, C1, DEL) by a space and lone
 * surrogates by U+FFFD, and removes characters that change the direction. All line breaks become `\n` if lines are
 * kept. The result is trimmed.
 */
export function sanitizeText(text: string, { max = Infinity, lines = false }: SanitizeOptions = {}): string {
  const straight = withoutDirectionControls(text.toWellFormed());
  const clean = lines
    ? straight.replace(LINE_BREAK, '\n').replace(CONTROL_IN_LINES, ' ')
    : straight.replace(BLANKS, ' ');
  return shortened(clean.trim(), max);
}

/**
 * Sanitizes a sentence of another program, such as an error, for storage: one line of at most `SENTENCE_STORED_MAX`
 * characters.
 */
export function sanitizeSentence(text: string): string {
  return sanitizeText(text, { max: SENTENCE_STORED_MAX });
}

/** Shortens a stored sentence for display: one line of at most `SENTENCE_SHOWN_MAX` characters. */
export function shortenSentence(text: string): string {
  return sanitizeText(text, { max: SENTENCE_SHOWN_MAX });
}

/**
 * Makes a text safe for a terminal or a log: keeps line breaks, tabs and spaces, replaces other control characters by
 * a space, and removes characters that change the direction.
 */
export function printable(text: string): string {
  return withoutDirectionControls(text.toWellFormed()).replace(CONTROL_IN_LINES, ' ');
}

/** Removes characters that change the direction, and direction marks from texts without right-to-left letters. */
export function withoutDirectionControls(text: string): string {
  const straight = text.replace(DIRECTION_CONTROLS, '');
  return RIGHT_TO_LEFT.test(straight) ? straight : straight.replace(DIRECTION_MARKS, '');
}

/** Sanitizes all texts and names in a JSON value from another program. */
export function sanitizeJson<T>(value: T, form: SanitizeOptions = {}): T {
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return sanitizeText(one, form);
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [sanitizeText(name), clean(inner)]));
  };
  // Only texts change, not the shape.
  return clean(value) as T;
}

function shortened(text: string, max: number): string {
  if (text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max)) return text;
  return `${[...text.slice(0, 2 * max)].slice(0, max - 1).join('')}…`;
}
