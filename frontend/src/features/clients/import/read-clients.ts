import Papa from 'papaparse';
import { COLUMNS, meaningsOf, POSTAL_CODE, TOWN, type Column, type Meaning, type Part } from './headings';
import { readTable, type Row, type Table } from './read-table';

/** One client as it was written, by column. */
export type WrittenClient = Partial<Record<Column, string>>;

export interface WrittenClients {
  clients: WrittenClient[];
  /** The columns that were found. */
  columns: Column[];
  /** Headings of cells that are not imported. */
  unknown: string[];
  /** Whether the text was read as a list of names although it looks like CSV without a heading for the business. */
  mayBeCsv: boolean;
  /** What was left out of the text, in sentences with the line; missing where nothing was. */
  leftOut?: string[];
  /** Why a client must not be imported as it was read, with the line, by its place from 0; missing where all may. */
  faults?: Map<number, string>;
}

/** Lines in which the headings are looked for: a report has its title above them. */
const HEADINGS_WITHIN = 10;

/**
 * Reads clients from a list with one business per line, or from CSV with headings (`readTable`, `meaningsOf`). It is CSV if one of
 * the headings means the business; what stands above the headings is left out.
 */
export function readClients(text: string): WrittenClients {
  const table = readTable(text, knownIn);
  const at = headingsAt(table.rows);
  if (at < 0) return readList(text, table);
  const headings = table.rows[at]!.cells;
  const meanings = meaningsOf(headings);
  const rows = rowsBelow(table, at);
  const above = table.rows.slice(0, at);
  return {
    clients: rows.map(({ cells }) => readRow(meanings, cells)),
    columns: COLUMNS.filter((column) => meanings.some((meaning) => meaning?.column === column)),
    unknown: headings.filter((heading, index) => !meanings[index] && heading.trim() !== ''),
    mayBeCsv: false,
    ...(above.length > 0 && { leftOut: above.map(leftOutAbove) }),
    ...faultsOf(rows, table.delimiter, headings),
  };
}

/** The lines of a pasted list that hold the clients at these places, from 0, after its headings if it has any. */
export function partOf(text: string, places: Set<number>): string {
  const table = readTable(text, knownIn);
  const at = headingsAt(table.rows);
  const isPart = (_row: unknown, place: number): boolean => places.has(place);
  if (at < 0)
    return linesOf(text)
      .filter(isPart)
      .map(({ raw }) => raw)
      .join('\n');
  const { delimiter } = table;
  const written = ({ cells, raw, isBroken }: Row): string =>
    isBroken ? raw : Papa.unparse([cells], { delimiter, newline: '\n' });
  return [table.rows[at]!, ...rowsBelow(table, at).filter(isPart)].map(written).join('\n');
}

function readList(text: string, { rows }: Table): WrittenClients {
  const lines = linesOf(text);
  const clients = lines.map(({ raw }) => ({ business: raw }));
  return {
    clients,
    columns: ['business'],
    unknown: [],
    mayBeCsv: isTable(rows),
    ...faultsOf(lines, '\n', ['business']),
  };
}

function linesOf(text: string): Row[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  return lines
    .map((line, index) => ({ raw: line.trim(), cells: [line], line: index + 1, isBroken: false }))
    .filter(({ raw }) => raw !== '');
}

function isTable(rows: Row[]): boolean {
  const [first] = rows;
  return rows.length > 1 && rows.every(({ cells }) => cells.length > 1 && cells.length === first!.cells.length);
}

/** Place of the row of headings; -1 if none means the business. Below the first line, one heading alone is a name. */
function headingsAt(rows: Row[]): number {
  return rows.slice(0, HEADINGS_WITHIN).findIndex(({ cells, isBroken }, index) => {
    const known = meaningsOf(cells).filter((meaning) => meaning !== undefined);
    return !isBroken && known.some(({ column }) => column === 'business') && (index === 0 || known.length > 1);
  });
}

function knownIn(rows: Row[]): number {
  const at = headingsAt(rows);
  return at < 0 ? 0 : meaningsOf(rows[at]!.cells).filter(Boolean).length;
}

/** The rows below the headings. Behind a broken row, what is no whole row is the rest of one of its cells. */
function rowsBelow({ rows }: Table, at: number): Row[] {
  const { length } = rows[at]!.cells;
  let isRest = false;
  return rows.slice(at + 1).map((row) => {
    isRest = row.isBroken || (isRest && row.cells.length !== length);
    return isRest ? { ...row, isBroken: true } : row;
  });
}

function leftOutAbove({ line, cells }: Row): string {
  const words = cells.filter((cell) => cell.trim() !== '').join(' ');
  return `Line ${line} stands above the headings and is left out: ${words}`;
}

/** A replacement character stands where bytes are no text; the server takes no control characters. */
const NO_TEXT = /\ufffd/;
const CONTROL = /[^\P{Cc}\t\n\r]/u;

function faultsOf(rows: Row[], delimiter: string, headings: string[]): Pick<WrittenClients, 'faults'> {
  const columns = headings.findLastIndex((heading) => heading.trim() !== '') + 1;
  const faults = rows.flatMap((row, place) => {
    const fault = faultOf(row, delimiter, columns);
    return fault ? [[place, `Line ${row.line} ${fault}`] as const] : [];
  });
  return faults.length > 0 ? { faults: new Map(faults) } : {};
}

function faultOf({ raw, cells, isBroken }: Row, delimiter: string, columns: number): string | null {
  if (isBroken) return 'has a quotation mark that is not closed, or stands in the middle of a cell';
  if (NO_TEXT.test(raw)) return 'has bytes that are no text, shown as �';
  if (CONTROL.test(raw)) return 'has a control character, which is not shown';
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    return `has more cells than there are headings: a cell with “${delimiter}” stands in quotation marks`;
  if (cells.some((cell, index) => holdsRows(cell, index, delimiter, columns)))
    return 'has a quotation mark that is closed some rows below: these are in one of its cells';
  return null;
}

/**
 * Whether a cell of several lines has the cells of rows in each of them, which an address or a note has not: no blank stands behind
 * their delimiters, and the last line ends in the column of the cell.
 */
function holdsRows(cell: string, index: number, delimiter: string, columns: number): boolean {
  if (columns < 3 || !cell.includes('\n')) return false;
  const counts = cell.split('\n').map((line) => line.split(delimiter).filter((part) => !part.startsWith(' ')).length);
  const [last, between] = [counts.at(-1)!, counts.slice(1, -1)];
  return last === index + 1 && between.every((count) => count === columns) && (between.length > 0 || last > 2);
}

interface WrittenPart {
  column: Column;
  part: Part;
  text: string;
}

function readRow(meanings: (Meaning | undefined)[], cells: string[]): WrittenClient {
  const client: WrittenClient = {};
  const parts: WrittenPart[] = [];
  for (const [index, meaning] of meanings.entries()) {
    const text = cells[index]?.trim();
    if (!meaning || !text) continue;
    const { column, part } = meaning;
    if (part) parts.push({ column, part, text });
    else client[column] = text;
  }
  for (const part of inOrder(parts)) client[part.column] = withPart(client[part.column], part);
  return client;
}

/** The parts in their order, a town on one line with its postal code. */
function inOrder(parts: WrittenPart[]): WrittenPart[] {
  const sorted = parts.toSorted((a, b) => a.part.place - b.part.place);
  const code = sorted.findIndex(({ part }) => part.place === POSTAL_CODE);
  const [postalCode, town] = sorted.slice(code, code + 2);
  if (code < 0 || town?.part.place !== TOWN) return sorted;
  return sorted.toSpliced(code, 2, { ...postalCode!, text: `${postalCode!.text} ${town.text}` });
}

/** A column with one more of its parts, unless it has that already. */
function withPart(before: string | undefined, { column, part: { label }, text }: WrittenPart): string {
  const words = label ? `${label}: ${text}` : text;
  if (!before) return words;
  if (before.toLowerCase().includes(words.toLowerCase())) return before;
  const between = { notes: '\n', categories: ',' }[column as string] ?? ', ';
  return before + between + words;
}
