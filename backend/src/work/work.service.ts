import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { limitedToOwner, type Scoped } from '../access/scope.js';
import { publicOrigin } from '../agencies/agency.present.js';
import type { OwnerQuery } from '../contract/owners.js';
import { WORK_KINDS, type WorkItem, type WorkKind, type WorkView } from '../contract/work.js';
import { thumbnailUrl } from '../moments/covers.queries.js';
import { countWork, findWorkOfKind, type WorkRow } from './work.queries.js';

/** Maximum number of items of one response. */
const LIMIT = 50;

/** The work that waits for staff. */
@Injectable()
export class WorkService {
  constructor(private readonly db: DataSource) {}

  /**
   * Returns the work: overdue items first, by days; then by the urgency of the kind, and within a kind by the time of
   * waiting.
   */
  async list({ owner }: OwnerQuery, actor: StaffActor): Promise<WorkView> {
    const reader = limitedToOwner(actor, owner);
    const [counts, ...lists] = await Promise.all([
      countWork(this.db, reader),
      ...WORK_KINDS.map((kind) => this.ofKind(kind, reader)),
    ]);
    const items = lists.flat().toSorted((one, other) => lateness(other) - lateness(one));
    return { items: items.slice(0, LIMIT), counts };
  }

  private async ofKind(kind: WorkKind, reader: Scoped): Promise<WorkItem[]> {
    const rows = await findWorkOfKind(this.db, kind, LIMIT, reader);
    return rows.toSorted((one, other) => Number(one.since) - Number(other.since)).map((row) => presentWork(kind, row));
  }
}

/** Returns by how many days an item is overdue; 0 if it is not. */
function lateness({ daysLeft }: WorkItem): number {
  return Math.max(0, -(daysLeft ?? 0));
}

function presentWork(kind: WorkKind, row: WorkRow): WorkItem {
  const { subjectId, title, clientId, business, cover, count, sections, words, since, publicLink, dueOn, daysLeft } =
    row;
  return {
    kind,
    subjectId,
    title,
    client: { id: clientId, business },
    coverUrl: thumbnailUrl(cover),
    count,
    sections,
    words,
    dueOn,
    daysLeft,
    at: since.toISOString(),
    publicLink,
    isOpenLinkWorking: row.isOpenLinkWorking,
    publicOrigin: publicOrigin(row),
  };
}
