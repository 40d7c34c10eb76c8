import type { EntityManager } from 'typeorm';
import type { Agency } from '../agencies/agency.entity.js';
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

// Every click on a public page asks it; by the ORM it would take five times as long.
const SELECT = `SELECT ${LIST_COLUMNS}, m."sharedAt", c."agencyId", a."name", a."primaryColor", a."logoFileId",
    a."customDomain", a."domainVerified"
  FROM moments m JOIN clients c ON c."id" = m."clientId" LEFT JOIN agencies a ON a."id" = c."agencyId"`;

/** One moment, if there is one. */
export function seekMoment(manager: EntityManager, id: string): Promise<MomentRow | null> {
  return first(manager, `${SELECT} WHERE m."id" = $1`, id);
}

/** The moment that an image belongs to, if there is such an image. */
export function seekMomentOf(manager: EntityManager, imageId: string): Promise<MomentRow | null> {
  return first(manager, `${SELECT} WHERE m."id" = (SELECT "momentId" FROM images WHERE "id" = $1)`, imageId);
}

type FlatRow = Omit<MomentRow, 'agency'> & MomentAgency & { agencyId: string | null };

async function first(manager: EntityManager, sql: string, id: string): Promise<MomentRow | null> {
  const [row] = await manager.query<FlatRow[]>(sql, [id]);
  if (!row) return null;
  const { agencyId, name, primaryColor, logoFileId, customDomain, domainVerified, ...moment } = row;
  return { ...moment, agency: agencyId ? { name, primaryColor, logoFileId, customDomain, domainVerified } : null };
}
