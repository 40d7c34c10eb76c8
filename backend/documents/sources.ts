import { readdirSync, readFileSync } from 'node:fs';

/** The texts of all files within a folder whose names end so. */
export function readSources(folder: URL, end: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
  return files.toSorted().map((file) => readFileSync(new URL(file, folder), 'utf8'));
}
