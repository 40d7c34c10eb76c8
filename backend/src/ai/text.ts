const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters that are parted at a time: a segmenter takes the longer for each part, the longer its text is. */
const SLICE = 2000;
/** Characters behind the end that a part of a text may have, within which it is seen to go on. */
const BEHIND = 100;

/** Makes one line of a text: line breaks, control characters and double spaces become one space. PostgreSQL takes the result. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The longest run of whole words within `max` characters, without punctuation left hanging at its end. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept =
    longestStart(text, WORDS, max) || longestStart(text, GRAPHEMES, max) || text.slice(0, max).toWellFormed();
  return kept.replace(/(?<![\s,;:–—\-|&(/«"“])[\s,;:–—\-|&(/«"“]+$/u, '');
}

/** Whole sentences within `max` characters; where not even one fits, whole words and an ellipsis. */
export function cutAtSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  return longestStart(text, SENTENCES, max).trim() || `${cutAtWord(text, max - 1)}…`;
}

/** The sentences of a text, trimmed. */
export function sentencesOf(text: string): string[] {
  return [...partsOf(text, SENTENCES)].map(oneLine).filter(Boolean);
}

/** Words that differ only in case or spacing count as one; the first spelling stays. */
export function withoutDoubles(words: string[]): string[] {
  const first = new Map<string, string>();
  for (const word of words.map(oneLine)) {
    const key = word.toLowerCase();
    if (key && !first.has(key)) first.set(key, word);
  }
  return [...first.values()];
}

function longestStart(text: string, segmenter: Intl.Segmenter, max: number): string {
  let end = 0;
  for (const part of partsOf(text.slice(0, max + BEHIND), segmenter)) {
    if (end + part.length > max) break;
    end += part.length;
  }
  return text.slice(0, end);
}

function* partsOf(text: string, segmenter: Intl.Segmenter): Generator<string> {
  for (let start = 0, length = SLICE; start < text.length;) {
    const parts = [...segmenter.segment(text.slice(start, start + length))].map(({ segment }) => segment);
    const isEnd = start + length >= text.length;
    // The last part may go on behind the slice.
    const whole = isEnd ? parts : parts.slice(0, -1);
    yield* whole;
    start += whole.join('').length;
    length = whole.length > 0 ? SLICE : 2 * length;
  }
}
