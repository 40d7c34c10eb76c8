/** A number with its noun: `1 photo`, `1,200 photos`. @param nouns how several are called, where one `s` more is not enough */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}
