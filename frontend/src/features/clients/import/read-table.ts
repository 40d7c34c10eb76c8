import Papa from 'papaparse';

/** One row of a table. */
export interface Row {
  cells: string[];
  /** Where it begins, in lines of the text from 1. */
  line: number;
  /** As it was written. */
  raw: string;
  /** Whether its quotation marks do not tell where its cells end. */
  isBroken: boolean;
}

export interface Table {
  delimiter: string;
  /** Without those that are blank. */
  rows: Row[];
}

/** What spreadsheets read the delimiter from: `sep=;` */
const SEPARATOR_LINE = /^"?sep=([^"\n])"?[,;\t]*(?:\n|$)/i;
const DELIMITERS = [',', ';', '\t', '|'];
/** Rows that are looked at to find the delimiter. */
const LOOKED_AT = 15;
const LOOKED_AT_CHARACTERS = 20_000;
/** Each costs a look at the rest of the text; behind the last of them every line counts as broken. */
const BROKEN_MAX = 25;

/**
 * Reads CSV: quoted cells of several lines, and a first line such as `sep=;`, which is used and left out. A row whose quotation
 * marks are not balanced is one line, and takes no other with it.
 * @param headingsIn how many headings are known in these rows: the delimiter by which it is most is taken
 */
export function readTable(given: string, headingsIn: (rows: Row[]) => number): Table {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = SEPARATOR_LINE.exec(text);
  if (separator) {
    const [line, delimiter] = separator;
    return { delimiter: delimiter!, rows: rowsOf(text.slice(line.length), delimiter!, 2) };
  }
  const beginning = text.slice(0, LOOKED_AT_CHARACTERS);
  const guessed = Papa.parse<string[]>(beginning, { skipEmptyLines: 'greedy', preview: LOOKED_AT }).meta.delimiter;
  let best = { delimiter: guessed, known: -1 };
  for (const delimiter of [guessed, ...DELIMITERS]) {
    const known = headingsIn(rowsOf(beginning, delimiter, 1, LOOKED_AT));
    if (known > best.known) best = { delimiter, known };
  }
  return { delimiter: best.delimiter, rows: rowsOf(text, best.delimiter, 1) };
}

function rowsOf(text: string, delimiter: string, firstLine: number, max = Infinity): Row[] {
  const rows: Row[] = [];
  let [rest, line, broken] = [text, firstLine, 0];
  while (rest !== '' && rows.length < max) {
    const read = soundRows(rest, delimiter, line, max - rows.length);
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

/** The rows up to one that is broken, and the text that begins with it. */
function soundRows(text: string, delimiter: string, firstLine: number, max: number) {
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
