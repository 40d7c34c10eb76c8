import type { EntityManager } from 'typeorm';
import { scopeSql, type Scoped } from '../access/scope.js';
import type { Agency } from '../agencies/agency.entity.js';
import { daysLeftSql } from '../reviews/due.queries.js';
import { notFound } from '../platform/http/errors.js';
import { prepared } from '../platform/database/sql.js';
import type { Moment } from './moment.entity.js';

/** The columns of a moment, its client and the client's agency that views need. */
export interface MomentRow extends MomentSummaryRow, Pick<Moment, 'sharedAt' | 'openLink'> {
  /** Whether the open links of its client are on. */
  clientOpenLink: boolean;
  agency: MomentAgency | null;
}

/** The columns of a moment that every view needs. */
export type MomentSummaryRow = Pick<
  Moment,
  | 'id'
  | 'title'
  | 'clientId'
  | 'status'
  | 'imageCount'
  | 'dueOn'
  | 'createdAt'
  | 'done'
  | 'undelivered'
  | 'deliveredAt'
  | 'deliveredBy'
> & {
  business: string;
  daysLeft: number | null;
};

type MomentAgency = Pick<Agency, 'name' | 'primaryColor' | 'logoFileId' | 'customDomain' | 'domainVerified'>;

/** Columns of every view, where `m` is the moment and `c` its client. */
export const SUMMARY_COLUMNS = `m."id", m."title", m."clientId", m."status", m."imageCount", m."createdAt", m."done", c."business",
    m."undelivered", m."deliveredAt", m."deliveredBy", m."dueOn"::text AS "dueOn", ${daysLeftSql('moment', 'm')} AS "daysLeft"`;

/** Columns of a single moment, to be selected from `MOMENT_FROM`. */
export const MOMENT_COLUMNS = `${SUMMARY_COLUMNS}, m."sharedAt", m."openLink", c."openLink" AS "clientOpenLink", c."agencyId", a."name", a."primaryColor", a."logoFileId",
    a."customDomain", a."domainVerified"`;
export const MOMENT_FROM = `FROM moments m JOIN clients c ON c."id" = m."clientId" LEFT JOIN agencies a ON a."id" = c."agencyId"`;

// Every click on a public page runs one of these; with the ORM they take five times as long.
const BY_ID = prepared('moment', `SELECT ${MOMENT_COLUMNS} ${MOMENT_FROM} WHERE m."id" = $1`);
const BY_IMAGE = prepared(
  'moment of image',
  `SELECT ${MOMENT_COLUMNS} ${MOMENT_FROM} WHERE m."id" = (SELECT "momentId" FROM images WHERE "id" = $1)`,
);

/** The moment with its client and agency, within the actor's scope. @throws AppError 404 */
export async function getMomentRow(manager: EntityManager, id: string, reader: Scoped): Promise<MomentRow> {
  const moment = await findMomentRow(manager, id, reader);
  if (!moment) throw notFound('Moment');
  return moment;
}

/** Like `getMomentRow`; `null` if there is none within the scope. */
export function findMomentRow(manager: EntityManager, id: string, reader: Scoped): Promise<MomentRow | null> {
  const scope = scopeSql(reader, 1);
  return findMomentBySql(manager, BY_ID + scope.and('m."clientId"'), [id, ...scope.values]);
}

/** The moment of an image; `null` if there is none within the scope. */
export function findMomentRowOfImage(
  manager: EntityManager,
  imageId: string,
  reader: Scoped,
): Promise<MomentRow | null> {
  const scope = scopeSql(reader, 1);
  return findMomentBySql(manager, BY_IMAGE + scope.and('m."clientId"'), [imageId, ...scope.values]);
}

type FlatRow = Omit<MomentRow, 'agency'> & MomentAgency & { agencyId: string | null };

/** Reads one moment by a statement that selects `MOMENT_COLUMNS`, and optionally more columns, from `MOMENT_FROM`. */
export async function findMomentBySql<More = unknown>(
  manager: EntityManager,
  sql: string,
  parameters: unknown[],
): Promise<(MomentRow & More) | null> {
  const [row] = await manager.query<(FlatRow & More)[]>(sql, parameters);
  if (!row) return null;
  const { name, primaryColor, logoFileId, customDomain, domainVerified } = row;
  return { ...row, agency: row.agencyId ? { name, primaryColor, logoFileId, customDomain, domainVerified } : null };
}
