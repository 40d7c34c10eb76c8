import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEST_FILE = /\.(test|story|fault)\.tsx?$/;

/** A line of `spec-coverage.md`: a rule of the specification, and the tests that show it. */
export interface Coverage {
  /** Heading of the second level that it stands below. */
  section: string;
  rule: string;
  /** Texts of the product that the rule quotes; `{name}` stands for what differs. */
  texts: string[];
  tests: { file: string; name: string }[];
}

/** Files of the repository by their path from its top, with their contents. */
export type Sources = Map<string, string>;

/** Reads the tables of the page: `| rule with “texts” | file › name of a test |`, several tests apart by `<br>`. */
export function parseCoverage(markdown: string): Coverage[] {
  const rows: Coverage[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('| ') || /^\| (Rule|-+) /.test(line)) continue;
    const [rule = '', tests = ''] = line.slice(2, -2).split(' | ');
    rows.push({ section, rule, texts: quotedTexts(rule), tests: tests.split('<br>').map(parseTest) });
  }
  return rows;
}

/** What is wrong with a row: a test that is not there, or a text that is not in the product or in none of its tests. */
export function problemsOf({ rule, texts, tests }: Coverage, sources: Sources): string[] {
  const missing = tests.filter(({ file, name }) => !hasTest(sources.get(file), name));
  const product = [...sources].filter(([file]) => isProduct(file)).map(([, text]) => text);
  const tested = tests.map(({ file }) => sources.get(file) ?? '');
  return [
    ...missing.map(({ file, name }) => `${rule}: there is no test “${name}” in ${file}`),
    ...texts.filter((text) => !isIn(product, text)).map((text) => `${rule}: the product does not say “${text}”`),
    ...texts.filter((text) => !isIn(tested, text)).map((text) => `${rule}: its tests do not expect “${text}”`),
  ];
}

/** Every TypeScript file of the product and its tests. */
export async function readSources(): Promise<Sources> {
  const folders = ['backend/src', 'backend/test', 'backend/faults', 'frontend/src', 'frontend/e2e'];
  const files = (await Promise.all(folders.map(typescriptBelow))).flat();
  return new Map(await Promise.all(files.map(async (file) => [file, await read(file)] as const)));
}

async function typescriptBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

async function read(file: string): Promise<string> {
  return normalised(await readFile(join(ROOT, file), 'utf8'));
}

/** As people read it: without line breaks in the source and without escapes. */
export function normalised(source: string): string {
  return source.replace(/\\/g, '').replace(/\s+/g, ' ');
}

function quotedTexts(rule: string): string[] {
  return [...rule.matchAll(/“([^”]+)”/g)].map(([, text]) => text!);
}

function parseTest(reference: string): Coverage['tests'][number] {
  const [file = '', name = ''] = reference.replace(/`/g, '').split(' › ');
  return { file: file.trim(), name: name.trim() };
}

function hasTest(source: string | undefined, name: string): boolean {
  return (
    name !== '' &&
    source !== undefined &&
    ["'", '"', '`'].some((quote) =>
      // As the first argument of a test, or as what a row of the fault suite is about.
      ['(', '( ', '{ what: '].some((before) => source.includes(`${before}${quote}${name}${quote}, `)),
    )
  );
}

function isProduct(file: string): boolean {
  return /^(backend|frontend)\/src\//.test(file) && !TEST_FILE.test(file) && !file.startsWith('frontend/src/test/');
}

function isIn(sources: string[], text: string): boolean {
  const parts = normalised(text)
    .split(/\{[^}]*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = new RegExp(parts.join('.{1,60}?'));
  return sources.some((source) => pattern.test(source));
}
