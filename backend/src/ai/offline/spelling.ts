/** How a text writes the words that it never begins with a small letter: its nouns, in German. */
export function spellingIn(text: string): Map<string, string> {
  const words = text.match(/\p{L}+/gu) ?? [];
  const small = new Set(words.filter(isSmall));
  return new Map(words.map((word) => [word.toLowerCase(), word] as const).filter(([key]) => !small.has(key)));
}

/** A name typed all small, in a known spelling. */
export function spelledAs(spelling: Map<string, string>, name: string): string {
  return isSmall(name) ? name.replace(/\p{L}+/gu, (word) => spelling.get(word) ?? word) : name;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function isSmall(text: string): boolean {
  return text === text.toLowerCase();
}
