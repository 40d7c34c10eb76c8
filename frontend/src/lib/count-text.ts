/** A number with its noun in singular or plural: `1 photo`, `1,200 photos`. @param nouns an irregular plural */
export function countText(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}
