import { readdirSync, readFileSync } from 'node:fs';

/** The contents of all files in a folder and below it whose names end with `end`. */
export function readSources(folder: URL, end: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
  return files.toSorted().map((file) => readFileSync(new URL(file, folder), 'utf8'));
}
