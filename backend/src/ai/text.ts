const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });

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
  const kept = longestStart(text, WORDS, max) || longestStart(text, new Intl.Segmenter(), max);
  return kept.replace(/[\s,;:–—\-|&(/«"“]+$/u, '');
}

/** Whole sentences within `max` characters; where not even one fits, whole words and an ellipsis. */
export function cutAtSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  return longestStart(text, SENTENCES, max).trim() || `${cutAtWord(text, max - 1)}…`;
}

/** The sentences of a text, trimmed. */
export function sentencesOf(text: string): string[] {
  return [...SENTENCES.segment(text)].map(({ segment }) => oneLine(segment)).filter(Boolean);
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
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
