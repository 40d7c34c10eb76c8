import Papa from 'papaparse';
import { COLUMNS, findMeanings, POSTAL_CODE, TOWN, type Column, type Meaning, type AddressPart } from './headings';
import { readTable, type Row, type Table } from './read-table';

/** The texts of one client, by column. */
export type WrittenClient = Partial<Record<Column, string>>;

export interface WrittenClients {
  clients: WrittenClient[];
  /** The columns that the text contains. */
  columns: Column[];
  /** Headings of cells that are not imported. */
  unknown: string[];
  /** Whether the text was read as a list of names although it looks like CSV without a heading for the business. */
  mayBeCsv: boolean;
  /** Sentences about ignored text, with the line; omitted if there is none. */
  leftOut?: string[];
  /** Errors of clients that must not be imported, with the line, by their index from 0; omitted if there are none. */
  faults?: Map<number, string>;
}

/** Number of lines in which the headings are searched, because a report may have a title above them. */
const HEADINGS_WITHIN = 10;

/**
 * Reads clients from a list with one business per line, or from CSV with headings (`readTable`, `findMeanings`). It
 * is CSV if one of the headings means the business; what stands above the headings is left out.
 */
export function readClients(text: string): WrittenClients {
  const table = readTable(text, countHeadings);
  const at = findHeadings(table.rows);
  if (at < 0) return readList(text, table);
  const headings = table.rows[at]!.cells;
  const meanings = findMeanings(headings);
  const rows = rowsBelow(table, at);
  const above = table.rows.slice(0, at);
  return {
    clients: rows.map(({ cells }) => readRow(meanings, cells)),
    columns: COLUMNS.filter((column) => meanings.some((meaning) => meaning?.column === column)),
    unknown: headings.filter((heading, index) => !meanings[index] && heading.trim() !== ''),
    mayBeCsv: false,
    ...(above.length > 0 && { leftOut: above.map(leftOutMessage) }),
    ...findFaults(rows, table.delimiter, headings),
  };
}

/** Returns the lines of a text with the clients at these indexes (from 0), after its headings if it has any. */
export function keepClients(text: string, places: Set<number>): string {
  const table = readTable(text, countHeadings);
  const at = findHeadings(table.rows);
  const isPart = (_row: unknown, place: number): boolean => places.has(place);
  if (at < 0)
    return splitLines(text)
      .filter(isPart)
      .map(({ raw }) => raw)
      .join('\n');
  const { delimiter } = table;
  const written = ({ cells, raw, isBroken }: Row): string =>
    isBroken ? raw : Papa.unparse([cells], { delimiter, newline: '\n' });
  return [table.rows[at]!, ...rowsBelow(table, at).filter(isPart)].map(written).join('\n');
}

function readList(text: string, { rows }: Table): WrittenClients {
  const lines = splitLines(text);
  const clients = lines.map(({ raw }) => ({ business: raw }));
  return {
    clients,
    columns: ['business'],
    unknown: [],
    mayBeCsv: isTable(rows),
    ...findFaults(lines, '\n', ['business']),
  };
}

function splitLines(text: string): Row[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  return lines
    .map((line, index) => ({ raw: line.trim(), cells: [line], line: index + 1, isBroken: false }))
    .filter(({ raw }) => raw !== '');
}

function isTable(rows: Row[]): boolean {
  const [first] = rows;
  return rows.length > 1 && rows.every(({ cells }) => cells.length > 1 && cells.length === first!.cells.length);
}

/**
 * Returns the index of the row of headings; -1 if none means the business. Below the first line, a single heading is
 * taken for a name.
 */
function findHeadings(rows: Row[]): number {
  return rows.slice(0, HEADINGS_WITHIN).findIndex(({ cells, isBroken }, index) => {
    const known = findMeanings(cells).filter((meaning) => meaning !== undefined);
    return !isBroken && known.some(({ column }) => column === 'business') && (index === 0 || known.length > 1);
  });
}

function countHeadings(rows: Row[]): number {
  const at = findHeadings(rows);
  return at < 0 ? 0 : findMeanings(rows[at]!.cells).filter(Boolean).length;
}

/**
 * Returns the rows below the headings. After a broken row, incomplete rows are taken for the rest of one of its
 * cells.
 */
function rowsBelow({ rows }: Table, at: number): Row[] {
  const { length } = rows[at]!.cells;
  let isRest = false;
  return rows.slice(at + 1).map((row) => {
    isRest = row.isBroken || (isRest && row.cells.length !== length);
    return isRest ? { ...row, isBroken: true } : row;
  });
}

function leftOutMessage({ line, cells }: Row): string {
  const words = cells.filter((cell) => cell.trim() !== '').join(' ');
  return `Line ${line} stands above the headings and is left out: ${words}`;
}

/**
 * Refused characters: the replacement character marks invalid bytes, and the server accepts no control characters.
 */
const REPLACEMENT_CHARACTER = /\ufffd/;
const CONTROL = /[^\P{Cc}\t\n\r]/u;

function findFaults(rows: Row[], delimiter: string, headings: string[]): Pick<WrittenClients, 'faults'> {
  const columns = headings.findLastIndex((heading) => heading.trim() !== '') + 1;
  const faults = rows.flatMap((row, place) => {
    const fault = findFault(row, delimiter, columns);
    return fault ? [[place, `Line ${row.line} ${fault}`] as const] : [];
  });
  return faults.length > 0 ? { faults: new Map(faults) } : {};
}

function findFault({ raw, cells, isBroken }: Row, delimiter: string, columns: number): string | null {
  if (isBroken) return 'has a quotation mark that is not closed, or stands in the middle of a cell';
  if (REPLACEMENT_CHARACTER.test(raw)) return 'has bytes that are no text, shown as �';
  if (CONTROL.test(raw)) return 'has a control character, which is not shown';
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    return `has more cells than there are headings: a cell with “${delimiter}” stands in quotation marks`;
  if (cells.some((cell, index) => containsRows(cell, index, delimiter, columns)))
    return 'has a quotation mark that is closed some rows below: these are in one of its cells';
  return null;
}

/**
 * Whether a cell of several lines contains rows because of a wrong quotation mark. Unlike in an address or a note, no
 * blank follows the delimiters, and the last line ends in the column of the cell.
 */
function containsRows(cell: string, index: number, delimiter: string, columns: number): boolean {
  if (columns < 3 || !cell.includes('\n')) return false;
  const counts = cell.split('\n').map((line) => line.split(delimiter).filter((part) => !part.startsWith(' ')).length);
  const [last, between] = [counts.at(-1)!, counts.slice(1, -1)];
  return last === index + 1 && between.every((count) => count === columns) && (between.length > 0 || last > 2);
}

interface WrittenPart {
  column: Column;
  part: AddressPart;
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
  for (const part of sortParts(parts)) client[part.column] = appendPart(client[part.column], part);
  return client;
}

/** Sorts the parts by position, and joins town and postal code. */
function sortParts(parts: WrittenPart[]): WrittenPart[] {
  const sorted = parts.toSorted((a, b) => a.part.place - b.part.place);
  const code = sorted.findIndex(({ part }) => part.place === POSTAL_CODE);
  const [postalCode, town] = sorted.slice(code, code + 2);
  if (code < 0 || town?.part.place !== TOWN) return sorted;
  return sorted.toSpliced(code, 2, { ...postalCode!, text: `${postalCode!.text} ${town.text}` });
}

/** Appends a part to a column, unless the column contains it already. */
function appendPart(before: string | undefined, { column, part: { label }, text }: WrittenPart): string {
  const words = label ? `${label}: ${text}` : text;
  if (!before) return words;
  if (before.toLowerCase().includes(words.toLowerCase())) return before;
  const between = { notes: '\n', categories: ',' }[column as string] ?? ', ';
  return before + between + words;
}
