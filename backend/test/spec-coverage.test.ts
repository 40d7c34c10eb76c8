import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { normalised, parseCoverage, problemsOf, readSources, type Coverage, type Sources } from './spec-coverage.js';

const PAGE = new URL('./spec-coverage.md', import.meta.url);

/** The parts of the specification; each has its tables. */
const SECTIONS = [
  '1. What the product does',
  '2. Screens and routes',
  '3. Entities',
  '4. States and transitions',
  '5. Validation',
  '6. Roles and permissions',
  '7. Calls',
  '8. Errors and messages',
  '9. Constants and limits',
];

describe('the table of what is tested where', () => {
  let markdown: string;
  let sources: Sources;
  beforeAll(async () => {
    markdown = await readFile(PAGE, 'utf8');
    sources = await readSources();
  });

  it('names tests that exist, and texts that the product says and the tests expect', () => {
    expect(parseCoverage(markdown).flatMap((row) => problemsOf(row, sources))).toEqual([]);
  });

  it('covers every part of the specification', () => {
    const headings = markdown.split('\n').filter((line) => line.startsWith('## '));
    expect(headings.map((heading) => heading.slice(3))).toEqual(SECTIONS);
    const covered = new Set(parseCoverage(markdown).map(({ section }) => section));
    expect(SECTIONS.filter((section) => !covered.has(section))).toEqual([]);
  });
});

describe('a row of the table', () => {
  const sources: Sources = new Map([
    ['frontend/src/page.tsx', normalised("toast(`Sent ${count}\n  files`); label('Don\\'t')")],
    ['frontend/src/page.test.tsx', normalised("it('sends files', () => expect('Sent 3 files'))")],
  ]);
  const row = (rule: string, test: string): Coverage => parseCoverage(`## 1\n| ${rule} | ${test} |`)[0]!;

  it('is right when its test is there and both say its text', () => {
    expect(problemsOf(row('A toast “Sent {n} files”', '`frontend/src/page.test.tsx` › sends files'), sources)).toEqual(
      [],
    );
  });

  it.each([
    ['a test that is not there', 'A toast', 'frontend/src/page.test.tsx › sends', ['there is no test “sends”']],
    [
      'a file that is not there',
      'A toast',
      'frontend/src/x.test.tsx › sends files',
      ['there is no test “sends files”'],
    ],
    [
      'a text that only the test says',
      'A toast “Sent 3 files”',
      'frontend/src/page.test.tsx › sends files',
      ['the product does not say “Sent 3 files”'],
    ],
    [
      'a text that only the product says',
      "A label “Don't”",
      'frontend/src/page.test.tsx › sends files',
      ["its tests do not expect “Don't”"],
    ],
    ['no test', 'A toast', '', ['there is no test “” in ']],
  ])('is refused for %s', (_why, rule, test, problems) => {
    const found = problemsOf(row(rule, test), sources);
    expect(found).toHaveLength(problems.length);
    problems.forEach((problem, index) => expect(found[index]).toContain(problem));
  });
});
