/** An entry of a list: only in the suggestion, in both lists, or only in the current one. */
export interface Entry {
  text: string;
  mark: 'new' | 'kept' | 'removed';
}

export interface ListComparison {
  current: Entry[];
  suggested: Entry[];
}

/** Compares two lists, whatever their order; capitals, signs and bullets make no difference. */
export function compareLists(current: string[], suggested: string[]): ListComparison {
  const before = new Set(current.map(keyOf));
  const after = new Set(suggested.map(keyOf));
  return {
    current: current.map((text) => ({ text, mark: after.has(keyOf(text)) ? 'kept' : 'removed' })),
    suggested: suggested.map((text) => ({ text, mark: before.has(keyOf(text)) ? 'kept' : 'new' })),
  };
}

/** What a text is recognised by when it comes back written a little differently. */
export function keyOf(text: string): string {
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
