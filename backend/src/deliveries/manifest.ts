import { googleProblem, type DeliveryFormat } from '../contract/delivery-rules.js';
import type { WithheldView } from '../contract/deliveries.js';
import { findingsOf, NOT_CHECKED } from '../contract/findings.js';
import { keywordList } from '../contract/keywords.js';
import type { DeliveredPicture } from '../pictures/delivery/photo-facts.js';
import type { ApprovedRow } from './deliveries.queries.js';
import { csvHead, csvRows } from '../platform/csv.js';
import { positionText } from './photo-texts.js';

/** A photo that is in the ZIP. */
export interface DeliveredFile {
  row: ApprovedRow;
  picture: DeliveredPicture;
  file: string;
  bytes: number;
  sha256: string;
}

/** The facts of a manifest. */
export interface DeliveryFacts {
  deliveredBy: string;
  format: DeliveryFormat;
  files: DeliveredFile[];
  withheld: WithheldView[];
}

const BY_OPEN_LINK = 'The client, by the open link';

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

/** `manifest.csv` (RFC 4180): the same as a table, protected against formula injection. */
export function manifestCsv({ files, withheld }: DeliveryFacts): string {
  const rows = files.map((file) => {
    const { keywords, position, warnings, ...facts } = factsOf(file);
    const lists = { keywords: keywords.join(', '), warnings: warnings.join('; ') };
    return { ...facts, ...lists, position: positionText(position) ?? '', notDelivered: '' };
  });
  const left = withheld.map(({ fileName, imageId, reason }) => ({ file: fileName, imageId, notDelivered: reason }));
  const data = [...rows, ...left].map((row: Record<string, unknown>) => COLUMNS.map((column) => row[column]));
  return csvHead(COLUMNS) + csvRows(data);
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

export type FileFacts = ReturnType<typeof factsOf>;

/** The facts of a file in manifests and certificates. */
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
