import { diffArrays } from 'diff/lib/diff/array.js';

/** An entry of a section: a line of a list, or a question with its answer. */
export interface Entry {
  text: string;
  answer?: string;
}

/** `other` is the answer on the other side, where that is a different one. */
export interface MarkedEntry extends Entry {
  mark: 'new' | 'kept' | 'changed' | 'removed';
  other?: string;
}

/** Compares two lists, whatever their order; capitals, signs and bullets make no difference, except in answers. */
export function compareEntries(before: Entry[], after: Entry[]) {
  return { before: marked(before, after, 'removed'), after: marked(after, before, 'new') };
}

function marked(entries: Entry[], others: Entry[], absent: 'removed' | 'new'): MarkedEntry[] {
  const answers = new Map(others.map(({ text, answer }) => [keyOf(text), answer]));
  return entries.map((entry) => {
    const key = keyOf(entry.text);
    if (!answers.has(key)) return { ...entry, mark: absent };
    const other = answers.get(key);
    return other === entry.answer ? { ...entry, mark: 'kept' } : { ...entry, mark: 'changed', other };
  });
}

/** A key that is equal for texts that differ only in case, punctuation or bullets; `+`, `#` and `&` count. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#&]+/gu, ' ')
    .trim();
}

/** The lines of a suggestion. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The entries of a list that a person wrote: one per line, with or without bullets, or all on one line. */
export function entriesOf(text: string): string[] {
  const lines = linesOf(text);
  // The comma of `Austin, TX` does not part two places.
  const entries = lines.length === 1 ? lines[0]!.split(/;|,(?!\s*[A-Z]{2}\b)/u) : lines;
  return entries.map((entry) => entry.replace(/^\s*[-–•*]\s+/u, '').trim()).filter(Boolean);
}

/** A run of words that both texts have, or where they differ. */
export interface Stretch {
  kind: 'kept' | 'changed';
  before: string;
  after: string;
}

// A word, or a sign, with the space behind it; scripts that are written without spaces go sign by sign.
const PIECE =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S)\s*/gu;

/** Kept words fewer than these, between two changes, would only make the text restless. */
const MIN_KEPT_PIECES = 3;
/** Less of the shorter text than this is in the other: it was rewritten, and marks would not help to read it. */
const MIN_KEPT_SHARE = 1 / 2;
/** More changed words than these a phone does not look for. */
const MAX_EDITS = 2000;

/** Compares two texts word by word; `null` when they have too little in common to be compared. */
export function compareWords(before: string, after: string): Stretch[] | null {
  const from = before.trim().match(PIECE) ?? [];
  const to = after.trim().match(PIECE) ?? [];
  const needed = Math.min(from.length, to.length) * MIN_KEPT_SHARE;
  const changes = diffArrays(from, to, { comparator: isSameWord, maxEditLength: MAX_EDITS });
  if (needed === 0 || !changes) return null;
  const stretches: Stretch[] = [];
  let kept = 0;
  changes.forEach(({ added, removed, count }, index) => {
    const isInside = index > 0 && index < changes.length - 1;
    const isKept = !added && !removed && !(isInside && count < MIN_KEPT_PIECES);
    const kind = isKept ? 'kept' : 'changed';
    if (stretches.at(-1)?.kind !== kind) stretches.push({ kind, before: '', after: '' });
    const stretch = stretches.at(-1)!;
    if (!added) stretch.before += from.splice(0, count).join('');
    if (!removed) stretch.after += to.splice(0, count).join('');
    if (isKept) kept += count;
  });
  return kept < needed ? null : stretches;
}

/** The space behind a word makes no difference. */
function isSameWord(one: string, other: string): boolean {
  return one.trimEnd() === other.trimEnd();
}
