import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Rows of the fault table, which the test runners write and `run.js` reads. Each is a line of JSON in one file. */

/** @typedef {{ area: string, what: string, done: string, checked: string, result: 'holds' | 'FAILS' }} Row */

/**
 * Notes the outcome of one test of the suite.
 * @param {string} area the part of the suite that it stands in
 * @param {string} title parts of the row with arrows between them, as `fault` makes it
 * @param {boolean} holds
 */
export function noteRow(area, title, holds) {
  const file = process.env.FAULT_ROWS;
  const [what, done, checked] = title.split(' → ');
  if (!file || !checked) return;
  appendFileSync(file, `${JSON.stringify({ area, what, done, checked, result: holds ? 'holds' : 'FAILS' })}\n`);
}

/** @returns {Row[]} all rows, ordered by the area and then as they stand there */
export function readRows(file) {
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return rows.sort((a, b) => a.area.localeCompare(b.area));
}

/** The table as Markdown; without results it is the same after every run that holds. */
export function asMarkdown(rows, { withResults }) {
  const columns = ['area', 'what', 'done', 'checked', ...(withResults ? ['result'] : [])];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const cell = (text) => text.replaceAll('|', '\\|');
  return [
    line(['Area', 'Case', 'What is done', 'What is checked', 'Result'].slice(0, columns.length)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => cell(row[column])))),
  ].join('\n');
}
