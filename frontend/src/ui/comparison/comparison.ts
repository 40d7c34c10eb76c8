import { diffArrays } from 'diff/lib/diff/array.js';

/** An entry of a section: a line of a list, or a question with an answer. */
export interface Entry {
  text: string;
  answer?: string;
}

/** An entry with the result of a comparison. `other` is a different answer to the same question. */
export interface MarkedEntry extends Entry {
  mark: 'new' | 'kept' | 'changed' | 'removed';
  other?: string;
}

/** Compares two lists regardless of order. Case, punctuation and bullets are ignored, except in answers. */
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

/** Normalizes a text for comparison: ignores case, punctuation and bullets, but not `+`, `#` and `&`. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#&]+/gu, ' ')
    .trim();
}

/** The lines of a text, without blank ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Parses a handwritten list: one entry per line, with or without bullets, or all on one line. */
export function entriesOf(text: string): string[] {
  const lines = linesOf(text);
  // Not at the comma of `Austin, TX`.
  const entries = lines.length === 1 ? lines[0]!.split(/;|,(?!\s*[A-Z]{2}\b)/u) : lines;
  return entries.map((entry) => entry.replace(/^\s*[-–•*]\s+/u, '').trim()).filter(Boolean);
}

/** Consecutive words that both texts share, or in which they differ. */
export interface Stretch {
  kind: 'kept' | 'changed';
  before: string;
  after: string;
}

// A word or a punctuation mark with the following space; in scripts without spaces, a single character.
const PIECE =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S)\s*/gu;

/** Fewer kept words than this between two changes are marked as changed, for readability. */
const MIN_KEPT_PIECES = 3;
/** If the texts share less of the shorter one than this, it counts as rewritten and is not marked. */
const MIN_KEPT_SHARE = 1 / 2;
/** Limit of changed words, because the comparison would take too long on a phone. */
const MAX_EDITS = 2000;

/** Compares two texts word by word; `null` if they have too little in common. */
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

/** Ignores the space after a word. */
function isSameWord(one: string, other: string): boolean {
  return one.trimEnd() === other.trimEnd();
}
