import type { EntityManager } from 'typeorm';
import type { Agency } from '../agencies/agency.entity.js';
import { prepared } from '../database/prepared.js';
import type { Moment } from './moment.entity.js';

/** What views show of a moment, of its client and of the client's agency. */
export interface MomentRow extends MomentListRow, Pick<Moment, 'sharedAt'> {
  agency: MomentAgency | null;
}

/** What lists show of a moment. */
export type MomentListRow = Pick<Moment, 'id' | 'title' | 'clientId' | 'status' | 'imageCount' | 'createdAt'> & {
  business: string;
};

export type MomentAgency = Pick<Agency, 'name' | 'primaryColor' | 'logoFileId' | 'customDomain' | 'domainVerified'>;

/** Columns of a list, where `m` is the moment and `c` its client. */
export const LIST_COLUMNS = 'm."id", m."title", m."clientId", m."status", m."imageCount", m."createdAt", c."business"';

/** Columns of a moment of its own, for a statement over `MOMENT_FROM`. */
export const MOMENT_COLUMNS = `${LIST_COLUMNS}, m."sharedAt", c."agencyId", a."name", a."primaryColor", a."logoFileId",
    a."customDomain", a."domainVerified"`;
export const MOMENT_FROM = `FROM moments m JOIN clients c ON c."id" = m."clientId" LEFT JOIN agencies a ON a."id" = c."agencyId"`;

// Every click on a public page asks one of these; by the ORM they would take five times as long.
const BY_ID = prepared('moment', `SELECT ${MOMENT_COLUMNS} ${MOMENT_FROM} WHERE m."id" = $1`);
const BY_IMAGE = prepared(
  'moment of image',
  `SELECT ${MOMENT_COLUMNS} ${MOMENT_FROM} WHERE m."id" = (SELECT "momentId" FROM images WHERE "id" = $1)`,
);

/** One moment, if there is one. */
export function seekMoment(manager: EntityManager, id: string): Promise<MomentRow | null> {
  return firstMoment(manager, BY_ID, [id]);
}

/** The moment that an image belongs to, if there is such an image. */
export function seekMomentOf(manager: EntityManager, imageId: string): Promise<MomentRow | null> {
  return firstMoment(manager, BY_IMAGE, [imageId]);
}

type FlatRow = Omit<MomentRow, 'agency'> & MomentAgency & { agencyId: string | null };

/** Asks for one moment by a statement over `MOMENT_COLUMNS` and `MOMENT_FROM`, and maybe more columns. */
export async function firstMoment<More = unknown>(
  manager: EntityManager,
  sql: string,
  parameters: unknown[],
): Promise<(MomentRow & More) | null> {
  const [row] = await manager.query<(FlatRow & More)[]>(sql, parameters);
  if (!row) return null;
  const { name, primaryColor, logoFileId, customDomain, domainVerified } = row;
  return { ...row, agency: row.agencyId ? { name, primaryColor, logoFileId, customDomain, domainVerified } : null };
}
