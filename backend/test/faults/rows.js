import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Rows of the table of faults. The reporters of Jest and Playwright write them into the file FAULT_ROWS, a line of JSON each,
 * and their parent process prints the table.
 */

/**
 * @typedef {{ area: string, what: string, done: string, checked: string, result: string }} Row
 *   `result`: `holds`, `FAILS`, or `not played:` and the reason
 */

/** @param {string} path of a file of tests; its name is the area of its rows */
export function areaOf(path) {
  return basename(path).replace(/\.(fault|nightly)\.ts$/, '');
}

/**
 * Notes the outcome of a test, if it is a row.
 * @param {string} area
 * @param {string} title parts of the row with arrows between them, as `fault` makes it
 * @param {string} result
 */
export function noteRow(area, title, result) {
  const file = process.env.FAULT_ROWS;
  const [what, done, checked] = title.split(' → ');
  if (file && checked) appendFileSync(file, `${JSON.stringify({ area, what, done, checked, result })}\n`);
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

/** The table as Markdown. */
export function asMarkdown(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const columns = ['area', 'what', 'done', 'checked', 'result'];
  return [
    line(['Area', 'Case', 'What is done', 'What is checked', 'Result']),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column].replaceAll('|', '\\|')))),
  ].join('\n');
}
