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
/** Size of the table that a phone fills at once. */
const MAX_CELLS = 4_000_000;

/** Compares two texts word by word; `null` when they have too little in common to be compared. */
export function compareWords(before: string, after: string): Stretch[] | null {
  const from = before.trim().match(PIECE) ?? [];
  const to = after.trim().match(PIECE) ?? [];
  const shorter = Math.min(from.length, to.length);
  if (shorter === 0 || from.length * to.length > MAX_CELLS) return null;
  const stretches = merge(align(from, to));
  const kept = stretches.filter(({ kind }) => kind === 'kept').flatMap((stretch) => stretch.after);
  if (kept.length < shorter * MIN_KEPT_SHARE) return null;
  return stretches.map((stretch) => ({
    kind: stretch.kind,
    before: stretch.before.join(''),
    after: stretch.after.join(''),
  }));
}

interface Run {
  kind: Stretch['kind'];
  before: string[];
  after: string[];
}

/** Walks along the longest common sequence of the two. */
function align(from: string[], to: string[]): Run[] {
  // The space behind a word makes no difference.
  const [fromKeys, toKeys] = [from.map(trimmed), to.map(trimmed)];
  const common = commonLengths(fromKeys, toKeys);
  const width = to.length + 1;
  const runs: Run[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && fromKeys[i] === toKeys[j]) {
      const run = runOf(runs, 'kept');
      run.before.push(from[i++]!);
      run.after.push(to[j++]!);
    } else if (j === to.length || (i < from.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      runOf(runs, 'changed').before.push(from[i++]!);
    } else {
      runOf(runs, 'changed').after.push(to[j++]!);
    }
  }
  return runs;
}

/** Length of the longest common sequence behind each pair of places. */
function commonLengths(from: string[], to: string[]): Uint16Array {
  const width = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        from[i] === to[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  return lengths;
}

const trimmed = (piece: string) => piece.trimEnd();

/** The run to go on with: the last one, or a new one when that is of the other kind. */
function runOf(runs: Run[], kind: Run['kind']): Run {
  const last = runs.at(-1);
  if (last?.kind === kind) return last;
  const run: Run = { kind, before: [], after: [] };
  runs.push(run);
  return run;
}

/** Takes what is too short to be worth keeping into the changes around it. */
function merge(runs: Run[]): Run[] {
  const merged: Run[] = [];
  runs.forEach((run, index) => {
    const isInside = index > 0 && index < runs.length - 1;
    const kind = isInside && run.after.length < MIN_KEPT_PIECES ? 'changed' : run.kind;
    const target = runOf(merged, kind);
    target.before.push(...run.before);
    target.after.push(...run.after);
  });
  return merged;
}
