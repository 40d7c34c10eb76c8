/** The keywords of a text that separates them by commas or line breaks: trimmed, each once, in their order. */
export function keywordList(text: string): string[] {
  return [...new Set(text.split(/[,\n]/u).map((word) => word.trim()))].filter(Boolean);
}
