import Papa from 'papaparse';

/** One row of a table. */
export interface Row {
  cells: string[];
  /** Number of its first line in the text, from 1. */
  line: number;
  /** The original text. */
  raw: string;
  /** Whether its quotation marks are not balanced. */
  isBroken: boolean;
}

export interface Table {
  delimiter: string;
  /** Without blank rows. */
  rows: Row[];
}

/** A first line that states the delimiter for spreadsheet programs, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^"\n])"?[,;\t]*(?:\n|$)/i;
const DELIMITERS = [',', ';', '\t', '|'];
/** Maximum rows and characters that are read to find the delimiter. */
const ROWS_EXAMINED = 15;
const CHARACTERS_EXAMINED = 20_000;
/**
 * Maximum number of broken rows, because each needs another parse of the rest. After it, every line counts as broken.
 */
const BROKEN_MAX = 25;

/**
 * Reads CSV with quoted cells of several lines, and an optional first line such as `sep=;`. A row with unbalanced
 * quotation marks ends at the end of its line, so that it does not include the following rows.
 * @param headingsIn returns the number of known headings in rows; the delimiter with the most is used
 */
export function readTable(given: string, headingsIn: (rows: Row[]) => number): Table {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = SEPARATOR_LINE.exec(text);
  if (separator) {
    const [line, delimiter] = separator;
    return { delimiter: delimiter!, rows: rowsOf(text.slice(line.length), delimiter!, 2) };
  }
  const beginning = text.slice(0, CHARACTERS_EXAMINED);
  const guessed = Papa.parse<string[]>(beginning, { skipEmptyLines: 'greedy', preview: ROWS_EXAMINED }).meta.delimiter;
  let best = { delimiter: guessed, known: -1 };
  for (const delimiter of [guessed, ...DELIMITERS]) {
    const known = headingsIn(rowsOf(beginning, delimiter, 1, ROWS_EXAMINED));
    if (known > best.known) best = { delimiter, known };
  }
  return { delimiter: best.delimiter, rows: rowsOf(text, best.delimiter, 1) };
}

function rowsOf(text: string, delimiter: string, firstLine: number, max = Infinity): Row[] {
  const rows: Row[] = [];
  let [rest, line, broken] = [text, firstLine, 0];
  while (rest !== '' && rows.length < max) {
    const read = readValidRows(rest, delimiter, line, max - rows.length);
    for (const row of read.rows) rows.push(row);
    ({ rest, line } = read);
    if (!read.isStopped) break;
    broken += 1;
    const lines = broken < BROKEN_MAX ? 1 : Infinity;
    for (let count = 0; count < lines && rest !== ''; count += 1) {
      const end = rest.indexOf('\n');
      const raw = end < 0 ? rest : rest.slice(0, end);
      rows.push({ cells: raw.split(delimiter), line, raw, isBroken: true });
      rest = end < 0 ? '' : rest.slice(end + 1);
      line += 1;
    }
  }
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** Reads the rows before the first broken one, and returns the rest of the text. */
function readValidRows(text: string, delimiter: string, firstLine: number, max: number) {
  const rows: Row[] = [];
  let [start, line, isStopped] = [0, firstLine, false];
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    fastMode: false,
    step: ({ data, errors, meta }, parser) => {
      if (errors.some(({ type }) => type === 'Quotes')) {
        isStopped = true;
        return parser.abort();
      }
      const written = text.slice(start, meta.cursor);
      rows.push({ cells: data, line, raw: written.replace(/\n$/, ''), isBroken: false });
      start = meta.cursor;
      line += written.split('\n').length - 1;
      if (rows.length >= max) parser.abort();
    },
  });
  return { rows, rest: text.slice(start), line, isStopped };
}
