import { CLIENT_FIELDS } from '@gmb-moments/backend/contract/client-fields';
import { namesOf } from '@gmb-moments/backend/contract/record-fields';
import Papa from 'papaparse';

const [BUSINESS, ...OTHERS] = namesOf(CLIENT_FIELDS);

/** The columns of an import: the fields of a client, and the agency by its name. */
export const COLUMNS = [BUSINESS!, 'agency' as const, ...OTHERS];
export type Column = (typeof COLUMNS)[number];

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
}

const NAMES = new Map<string, Column>(COLUMNS.map((column) => [column.toLowerCase(), column]));

/** Other headings of the columns, in lower case and letters only. */
const SYNONYMS = new Map<string, Column>(
  Object.entries({
    name: 'business',
    businessname: 'business',
    client: 'business',
    clientname: 'business',
    company: 'business',
    companyname: 'business',
    agencyname: 'agency',
    about: 'description',
    media: 'mediaDescription',
    photos: 'mediaDescription',
    servicearea: 'serviceAreas',
    areas: 'serviceAreas',
    towns: 'serviceAreas',
    url: 'website',
    web: 'website',
    homepage: 'website',
    site: 'website',
    tel: 'phone',
    telephone: 'phone',
    phonenumber: 'phone',
    location: 'address',
    streetaddress: 'address',
    social: 'socialLinks',
    socials: 'socialLinks',
    keyword: 'targetKeywords',
    keywords: 'targetKeywords',
    category: 'categories',
    note: 'notes',
    comment: 'notes',
    comments: 'notes',
  }),
);

/**
 * Reads clients from a list with one business per line, or from CSV with headings: comma, semicolon or tab, quoted cells of
 * several lines. It is CSV if one of the headings means the business. Where several headings mean one column, it is read from
 * the one that is its name (`Phone` before `Phone 2`), else from the first; the others count as unknown.
 */
export function readClients(text: string): WrittenClients {
  const { data } = parse(text);
  const [headings = [], ...rows] = data;
  const found = columnsOf(headings);
  if (!found.includes('business')) {
    const clients = linesOf(text).map((business) => ({ business }));
    return { clients, columns: ['business'], unknown: [], mayBeCsv: isTable(data) };
  }
  return {
    clients: rows.map((cells) => readRow(found, cells)),
    columns: COLUMNS.filter((column) => found.includes(column)),
    unknown: headings.filter((heading, index) => !found[index] && heading.trim() !== ''),
    mayBeCsv: false,
  };
}

/** The lines of a pasted list that hold the clients at these places, from 0, after its headings if it has any. */
export function partOf(text: string, places: Set<number>): string {
  const { data, meta } = parse(text);
  const [headings = [], ...rows] = data;
  const isPart = (_row: unknown, place: number) => places.has(place);
  if (!columnsOf(headings).includes('business')) return linesOf(text).filter(isPart).join('\n');
  return Papa.unparse([headings, ...rows.filter(isPart)], { delimiter: meta.delimiter, newline: '\n' });
}

function parse(text: string): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' });
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter(Boolean);
}

function isTable(rows: string[][]): boolean {
  return rows.length > 1 && rows.every(({ length }) => length > 1 && length === rows[0]!.length);
}

function readRow(columns: (Column | undefined)[], cells: string[]): WrittenClient {
  const filled = columns.flatMap((column, index) => {
    const text = cells[index]?.trim();
    return column && text ? [[column, text] as const] : [];
  });
  return Object.fromEntries(filled);
}

/** The column of each heading: what a heading says with its digits counts before what its letters alone say. */
function columnsOf(headings: string[]): (Column | undefined)[] {
  const found = headings.map((): Column | undefined => undefined);
  for (const leftOut of [/[^a-z\d]/g, /[^a-z]/g]) {
    for (const meanings of [NAMES, SYNONYMS]) {
      for (const [index, heading] of headings.entries()) {
        const column = meanings.get(heading.toLowerCase().replace(leftOut, ''));
        if (column && !found.includes(column)) found[index] ??= column;
      }
    }
  }
  return found;
}
