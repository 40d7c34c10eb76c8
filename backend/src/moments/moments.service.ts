import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { limitedToOwner } from '../access/scope.js';
import { getReferencedFor, getRowFor } from '../access/look-ups.js';
import { appendAudit, became } from '../audit/audit.js';
import { Client } from '../clients/client.entity.js';
import { shareOpenLink } from '../reviews/mark-shared.js';
import { mapPage, type Page } from '../platform/http/paging.js';
import type { HistoryEntry } from '../contract/history.js';
import type {
  CreateMomentBody,
  MomentListItem,
  MomentQuery,
  MomentView,
  UpdateMomentBody,
} from '../contract/moments.js';
import type { PageQuery } from '../contract/paging.js';
import { listHistory, appendHistory } from '../history/history.js';
import { publish, publishEach } from '../platform/events/publish.js';
import { Moment } from './moment.entity.js';
import { listMoments } from './moment-list.queries.js';
import { presentMoment, presentMomentListItem } from './moment.present.js';
import { getMomentRow, type MomentRow } from './moments.queries.js';
import { changeOriginals, lockPhotosOfClients, markDuplicatesAfterMove } from './image-duplicates.queries.js';
import { lockMoment, recomputeStatus } from './moment-status.queries.js';

/** The packages of images. */
@Injectable()
export class MomentsService {
  constructor(private readonly db: DataSource) {}

  async list(query: MomentQuery, by: StaffActor): Promise<Page<MomentListItem>> {
    return mapPage(await listMoments(this.db, query, limitedToOwner(by, query.owner)), presentMomentListItem);
  }

  async get(id: string, by: Actor): Promise<MomentView> {
    return presentMoment(await getMomentRow(this.db.manager, id, by));
  }

  /** Newest first. @throws AppError 404 */
  async history(id: string, page: PageQuery, by: Actor): Promise<Page<HistoryEntry>> {
    await getRowFor(by, this.db.manager, Moment, id);
    return listHistory(this.db.manager, id, page, by);
  }

  create(body: CreateMomentBody, by: Actor): Promise<MomentView> {
    return this.db.transaction(async (manager) =>
      presentMoment(await getMomentRow(manager, await this.createIn(manager, body, by), by)),
    );
  }

  /**
   * Creates a moment in the caller's transaction.
   * @returns the id of the moment
   */
  async createIn(manager: EntityManager, { title, clientId }: CreateMomentBody, by: Actor): Promise<string> {
    await getReferencedFor(by, manager, Client, { field: 'clientId', id: clientId });
    const { id } = await manager.save(Moment, manager.create(Moment, { title, clientId }));
    await appendHistory(manager, by, { reviewId: id, action: 'moment.created' });
    await publish(manager, 'moment.changed', { momentId: id });
    await publish(manager, 'client.changed', { id: clientId });
    return id;
  }

  /**
   * Renames the moment, or moves it to another client. Link, photos and decisions stay; brand and host are those of
   * the new client's agency.
   * @throws AppError 400, 404
   */
  update(id: string, body: UpdateMomentBody, by: Actor): Promise<MomentView> {
    return this.db.transaction(async (manager) => {
      await lockMoment(manager, id, by);
      const before = await getMomentRow(manager, id, by);
      const { title = before.title, clientId = before.clientId } = body;
      const isRenamed = title !== before.title;
      const isMoved = clientId !== before.clientId;
      if (!isRenamed && !isMoved) return presentMoment(before);
      if (isRenamed) {
        await manager.update(Moment, { id }, { title });
        const changes = { title: { from: before.title, to: title } };
        await appendHistory(manager, by, { reviewId: id, action: 'moment.renamed', changes });
      }
      if (isMoved) await move(manager, before, clientId, by);
      await publish(manager, 'moment.changed', { momentId: id });
      return presentMoment(await getMomentRow(manager, id, by));
    });
  }

  /** Deletes the moment with its images. A trigger schedules the removal of their files. */
  async delete(id: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      const { clientId } = await lockMoment(manager, id, by);
      const { title: name, business } = await getMomentRow(manager, id, by);
      await lockPhotosOfClients(manager, clientId);
      await changeOriginals(manager, { momentId: id }, () => manager.delete(Moment, { id }));
      const target = { kind: 'moment', id, name } as const;
      await appendAudit(manager, by, { action: 'moment.deleted', target, changes: { client: became(business) } });
      await publish(manager, 'moment.deleted', { momentId: id, clientId });
      await publish(manager, 'client.changed', { id: clientId });
    });
  }

  /** Records that staff shared the open link, if they did not before. @throws AppError 404, 409 LINK_CLOSED */
  async share(id: string, by: Actor): Promise<MomentView> {
    await this.db.transaction(async (manager) => {
      await lockMoment(manager, id, by);
      await shareOpenLink(manager, { kind: 'moment', reviewId: id }, by);
      await recomputeStatus(manager, id);
    });
    return this.get(id, by);
  }
}

async function move(manager: EntityManager, moment: MomentRow, clientId: string, by: Actor): Promise<void> {
  const client = await getReferencedFor(by, manager, Client, { field: 'clientId', id: clientId });
  await lockPhotosOfClients(manager, moment.clientId, clientId);
  await manager.update(Moment, { id: moment.id }, { clientId });
  const changes = { client: { from: moment.business, to: client.business } };
  await appendHistory(manager, by, { reviewId: moment.id, action: 'moment.moved', changes });
  await markDuplicatesAfterMove(manager, moment.id);
  // Reviewers of the former client lose access.
  await publish(manager, 'access.changed', { clientId: moment.clientId, reviewId: moment.id, ofReviewers: true });
  // Published before `moment.changed`, which visitors at a host that no longer shows the moment must not receive.
  await publish(manager, 'review.moved', { reviewId: moment.id, formerClientId: moment.clientId });
  await publishEach(manager, 'client.changed', [{ id: moment.clientId }, { id: clientId }]);
}
