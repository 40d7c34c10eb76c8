import Papa from 'papaparse';

/** Tables as files (RFC 4180), in which no text is taken for a formula. */

/** Programs that open tables take other encodings without it. */
const BYTE_ORDER_MARK = '\ufeff';
/** Signs that programs for tables take for the beginning of a formula: also their full-width, small and typographic forms. */
const FORMULA_SIGNS = '=+\\-@＝＋－＠﹢﹣﹦﹫−';
/**
 * Where a program may believe that a cell begins: at the beginning, and, as some split a file without regard to quotes, behind `;`,
 * a tab or a break of a line. Spaces before a sign are skipped by some.
 */
const FORMULA = new RegExp(
  `(^|[;\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029])([^\\S\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]*)(?=[${FORMULA_SIGNS}])`,
  'gu',
);
const SEPARATOR_FIRST = /^(?=[\t\r])/;

/** The beginning of a table: the names of its columns. */
export function csvHead(columns: string[]): string {
  return BYTE_ORDER_MARK + csvRows([columns]);
}

/** Rows of a table, each with its end. */
export function csvRows(rows: unknown[][]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => row.map((value) => (typeof value === 'string' ? escapeFormulas(value) : value)));
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`;
}

/** A text of a table with an apostrophe before each sign that could begin a formula, and before a leading separator. */
export function escapeFormulas(text: string): string {
  return text.replace(FORMULA, "$1$2'").replace(SEPARATOR_FIRST, "'");
}
