import { lengthOf } from '../contract/texts.js';

/** Longest sentence of another program that is stored, in characters. */
export const SENTENCE_STORED_MAX = 600;
/** Longest sentence of another program that is shown or published, in characters. */
export const SENTENCE_SHOWN_MAX = 300;

/** What changes the direction of the text behind it: overrides, embeddings and isolates. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Marks of direction, which a text in Arabic or Hebrew needs beside a number; elsewhere they only make two texts look the same. */
const MARKS = /[\u200e\u200f\u061c]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
const BLANKS = /[\s\p{Cc}]+/gu;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n]/gu;

interface Form {
  /** Longest result, in characters (code points); what is longer ends with `…`. */
  max?: number;
  /** Whether line breaks and tabs stay; otherwise the text becomes one line. */
  lines?: boolean;
}

/**
 * The form in which a text from outside is stored, printed and logged: what a mail server, the AI, a storage, a name server, a
 * website, a picture or a file name said. PostgreSQL can store it, and it moves no cursor of a terminal and turns no line around.
 * Control characters (C0, C1, DEL) become a space, lone surrogates U+FFFD, and characters that turn the direction go. All
 * breaks of lines become `\n` if lines stay. The result is trimmed.
 */
export function outsideText(text: string, { max = Infinity, lines = false }: Form = {}): string {
  const straight = withoutTurns(text.toWellFormed());
  const clean = lines
    ? straight.replace(LINE_BREAK, '\n').replace(CONTROL_IN_LINES, ' ')
    : straight.replace(BLANKS, ' ');
  return shortened(clean.trim(), max);
}

/** A sentence of another program, such as an error, as it is stored: one line of `SENTENCE_STORED_MAX` characters. */
export function outsideSentence(text: string): string {
  return outsideText(text, { max: SENTENCE_STORED_MAX });
}

/** A stored sentence as it is shown: one line of `SENTENCE_SHOWN_MAX` characters. */
export function shownSentence(text: string): string {
  return outsideText(text, { max: SENTENCE_SHOWN_MAX });
}

/**
 * Text as it may be written to a terminal or a log: line breaks, tabs and spaces stay, other control characters become a space
 * each, and characters that turn the direction go.
 */
export function printable(text: string): string {
  return withoutTurns(text.toWellFormed()).replace(CONTROL_IN_LINES, ' ');
}

/** The text without characters that turn the direction, and without marks of direction in a text that has none to mark. */
export function withoutTurns(text: string): string {
  const straight = text.replace(TURNING, '');
  return RIGHT_TO_LEFT.test(straight) ? straight : straight.replace(MARKS, '');
}

/** A value of JSON from outside, of which each text and each name is `outsideText`. */
export function outsideJson<T>(value: T, form: Form = {}): T {
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return outsideText(one, form);
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [outsideText(name), clean(inner)]));
  };
  // The shape stays: only what stands in the texts changes.
  return clean(value) as T;
}

function shortened(text: string, max: number): string {
  if (text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max)) return text;
  return `${[...text.slice(0, 2 * max)].slice(0, max - 1).join('')}…`;
}
