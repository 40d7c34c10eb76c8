import Papa from 'papaparse';
import { googleProblem, type DeliveryFormat } from '../contract/delivery-rules.js';
import type { WithheldView } from '../contract/deliveries.js';
import { findingsOf, NOT_CHECKED } from '../contract/findings.js';
import { keywordList } from '../contract/keywords.js';
import type { DeliveredPicture } from '../pictures/delivery/photo-facts.js';
import type { ApprovedRow } from './deliveries.queries.js';
import { positionText } from './photo-texts.js';

/** A photo that is in the ZIP. */
export interface DeliveredFile {
  row: ApprovedRow;
  picture: DeliveredPicture;
  file: string;
  bytes: number;
  sha256: string;
}

/** What stands in a manifest beside its files. */
export interface DeliveryFacts {
  deliveredBy: string;
  format: DeliveryFormat;
  files: DeliveredFile[];
  withheld: WithheldView[];
}

/** Programs that open tables take other encodings without it. */
const BYTE_ORDER_MARK = '\ufeff';
const BY_OPEN_LINK = 'The client, by the open link';

/** Signs that programs for tables take for the beginning of a formula: also their full-width, small and typographic forms. */
const SIGNS = '=+\\-@＝＋－＠﹢﹣﹦﹫−';
/**
 * Where a program may believe that a cell begins: at the beginning, and, as some split a file without regard to quotes, behind `;`,
 * a tab or a break of a line. Spaces before a sign are skipped by some.
 */
const FORMULA = new RegExp(
  `(^|[;\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029])([^\\S\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]*)(?=[${SIGNS}])`,
  'gu',
);
const SEPARATOR_FIRST = /^(?=[\t\r])/;

/** `manifest.json`: what was delivered, with the digest of each file, and what was not. */
export function manifestJson({ deliveredBy, format, files, withheld }: DeliveryFacts): string {
  const manifest = {
    createdAt: new Date().toISOString(),
    deliveredBy,
    format,
    notChecked: NOT_CHECKED,
    files: files.map(factsOf),
    notDelivered: withheld.map(({ fileName, reason, imageId }) => ({ file: fileName, reason, imageId })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** `manifest.csv` (RFC 4180): the same as a table, in which no text is taken for a formula. */
export function manifestCsv({ files, withheld }: DeliveryFacts): string {
  const rows = files.map((file) => {
    const { keywords, position, warnings, ...facts } = factsOf(file);
    const lists = { keywords: keywords.join(', '), warnings: warnings.join('; ') };
    return { ...facts, ...lists, position: positionText(position) ?? '', notDelivered: '' };
  });
  const left = withheld.map(({ fileName, imageId, reason }) => ({ file: fileName, imageId, notDelivered: reason }));
  const data = [...rows, ...left].map((row: Record<string, unknown>) =>
    COLUMNS.map((column) => {
      const value = row[column];
      return typeof value === 'string' ? defused(value) : value;
    }),
  );
  return BYTE_ORDER_MARK + Papa.unparse({ fields: COLUMNS, data }, { newline: '\r\n' }) + '\r\n';
}

const COLUMNS = [
  'file',
  'title',
  'description',
  'keywords',
  'altText',
  'place',
  'position',
  'width',
  'height',
  'bytes',
  'sha256',
  'pixels',
  'version',
  'approvedBy',
  'approvedAt',
  'round',
  'moment',
  'client',
  'imageId',
  'google',
  'warnings',
  'notDelivered',
];

/** A text of a table with an apostrophe before each sign that could begin a formula, and before a leading separator. */
export function defused(text: string): string {
  return text.replace(FORMULA, "$1$2'").replace(SEPARATOR_FIRST, "'");
}

export type FileFacts = ReturnType<typeof factsOf>;

/** What manifests and certificates say of a file. */
export function factsOf({ row, picture, file, bytes, sha256 }: DeliveredFile) {
  const { width, height, position, pixels } = picture;
  return {
    file,
    title: row.title,
    description: row.description,
    keywords: keywordList(row.exifKeywords),
    altText: row.geoAltDescription,
    place: row.address,
    position,
    width,
    height,
    bytes,
    sha256,
    pixels,
    version: row.version,
    approvedBy: row.approvedBy ?? BY_OPEN_LINK,
    approvedAt: row.decidedAt?.toISOString() ?? '',
    round: row.round,
    moment: row.momentTitle,
    client: row.business,
    imageId: row.imageId,
    google: googleProblem({ width, height, bytes }) ?? 'OK',
    warnings: findingsOf(row).flatMap(({ label, isIgnored }) => (isIgnored ? [] : [label])),
  };
}
