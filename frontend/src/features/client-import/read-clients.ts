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
  /** Headings that mean no column. */
  unknown: string[];
  /** Whether a list of names has cells as CSV has, and so may lack a heading for the business. */
  mayBeCsv: boolean;
}

/** Headings by the letters in them, beside the names of the columns. */
const SYNONYMS: Record<string, Column> = {
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
};
for (const column of COLUMNS) SYNONYMS[column.toLowerCase()] = column;

/**
 * Reads clients from a list with one business per line, or from CSV with headings: comma, semicolon or tab, quoted cells of
 * several lines. It is CSV where one of the headings means the business.
 */
export function readClients(text: string): WrittenClients {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' });
  const [headings = [], ...rows] = data;
  const found = headings.map(columnOf);
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

function columnOf(heading: string): Column | undefined {
  return SYNONYMS[heading.toLowerCase().replace(/[^a-z]/g, '')];
}
