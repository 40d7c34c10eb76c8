const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters that are read beyond a length limit, to find the end of the word or sentence that crosses it. */
const LOOKAHEAD = 100;
/**
 * The gap between two sentences. Not after an abbreviation, and not before a lower-case letter, even when up to 20
 * punctuation marks precede that letter.
 */
const SENTENCE_END =
  /(?<=[.!?…]["”’)]?)(?<!(?:^|[\s(])(?:St|Ste|Sta|Mr|Mrs|Ms|Dr|Prof|Nr|No|Str|Tel|Co|Inc|Ltd|Ph|approx|ca|bzw|inkl|e\.g|i\.e|\p{Lu})\.)\s+(?![^\p{L}\p{N}.!?]{0,20}\p{Ll})|(?<=[。！？])/u;

/**
 * Returns the text as one trimmed line: runs of white space and control characters become one space, and lone
 * surrogates become a replacement character, so that PostgreSQL can store the text.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Cuts a text to whole words and at most `max` characters, without punctuation at the end that needs a continuation,
 * such as a comma. A first word that is too long is cut.
 */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept =
    longestPrefix(text, WORDS, max) || longestPrefix(text, GRAPHEMES, max) || text.slice(0, max).toWellFormed();
  return kept.replace(/(?<![\s,;:–—\-|&(/«"“])[\s,;:–—\-|&(/«"“]+$/u, '');
}

/**
 * Cuts a line to whole sentences and at most `max` characters; if not even one fits, to its first words and an
 * ellipsis.
 */
export function cutAtSentence(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const sentence of sentencesOf(text.slice(0, max + LOOKAHEAD))) {
    const at = text.indexOf(sentence, end) + sentence.length;
    if (at > max) break;
    end = at;
  }
  return text.slice(0, end) || `${cutAtWord(text, max - 1)}…`;
}

/** Splits a text into trimmed sentences. */
export function sentencesOf(text: string): string[] {
  return text.split(SENTENCE_END).map(oneLine).filter(Boolean);
}

/** Removes empty entries, and entries that differ from an earlier one in case or spacing only. */
export function withoutDuplicates(words: string[]): string[] {
  const first = new Map<string, string>();
  for (const word of words.map(oneLine)) {
    const key = word.toLowerCase();
    if (key && !first.has(key)) first.set(key, word);
  }
  return [...first.values()];
}

/** Returns the longest beginning of a text with whole segments and at most `max` characters. */
function longestPrefix(text: string, segmenter: Intl.Segmenter, max: number): string {
  let end = 0;
  for (const { segment } of segmenter.segment(text.slice(0, max + LOOKAHEAD))) {
    if (end + segment.length > max) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Normalizes a text for comparisons: lower case, no accents, one kind of apostrophe and dash, single spaces. */
export function folded(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // Removed before normalisation too, because normalising a long run of accents is slow.
      .replace(/\p{M}+/gu, '')
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[’‘`´]/gu, "'")
      .replace(/[‐‑‒–—]/gu, '-')
      .replace(/[^\S\n]+/gu, ' ')
  );
}
