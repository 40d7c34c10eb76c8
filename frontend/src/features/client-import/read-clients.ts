import Papa from 'papaparse';

/** The columns of an import: the fields of a client, and the agency by its name. */
export const COLUMNS = [
  'business',
  'agency',
  'description',
  'mediaDescription',
  'serviceAreas',
  'website',
  'phone',
  'address',
  'socialLinks',
  'targetKeywords',
  'categories',
  'notes',
] as const;
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
 * the one that is its name, else from the first; the others count as unknown.
 */
export function readClients(text: string): WrittenClients {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' });
  const [headings = [], ...rows] = data;
  const found = columnsOf(headings.map((heading) => heading.toLowerCase().replace(/[^a-z]/g, '')));
  if (!found.includes('business')) return { ...readLines(text), mayBeCsv: isTable(data) };
  return {
    clients: rows.map((cells) => readRow(found, cells)),
    columns: COLUMNS.filter((column) => found.includes(column)),
    unknown: headings.filter((heading, index) => !found[index] && heading.trim() !== ''),
    mayBeCsv: false,
  };
}

function readLines(text: string): Omit<WrittenClients, 'mayBeCsv'> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return { clients: lines.filter(Boolean).map((business) => ({ business })), columns: ['business'], unknown: [] };
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

/** The column of each heading, which is in lower case and letters only. */
function columnsOf(headings: string[]): (Column | undefined)[] {
  const named = headings.map((heading) => COLUMNS.find((column) => column.toLowerCase() === heading));
  const found = headings.map((heading, index) => {
    const synonym = SYNONYMS.get(heading);
    return named[index] ?? (synonym && !named.includes(synonym) ? synonym : undefined);
  });
  return found.map((column, index) => (found.indexOf(column) === index ? column : undefined));
}
