/** The keywords of a comma-separated text. */
export function keywordList(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words)].filter(Boolean);
}
