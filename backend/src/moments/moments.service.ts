import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { Client } from '../clients/client.entity.js';
import { invalid, notFound } from '../common/errors.js';
import type { Page } from '../common/paging.js';
import type { CreateMomentBody, MomentListItem, MomentQuery, MomentView } from '../contract/moments.js';
import { record, VISITOR, wasJustRecorded, type Actor } from '../history/history.service.js';
import { announce } from '../realtime/announcements.js';
import { Moment } from './moment.entity.js';
import { listMoments } from './moment-list.js';
import { presentMoment } from './moment.present.js';
import { seekMoment, type MomentRow } from './moment-row.js';
import { lockMoment, settleMoment } from './settle.js';

/** The packages of images. */
@Injectable()
export class MomentsService {
  constructor(private readonly db: DataSource) {}

  list(query: MomentQuery): Promise<Page<MomentListItem>> {
    return listMoments(this.db, query);
  }

  async get(id: string): Promise<MomentView> {
    return presentMoment(await findMoment(this.db.manager, id));
  }

  create(body: CreateMomentBody, by: Actor): Promise<MomentView> {
    return this.db.transaction(async (manager) => {
      // Locked, so that the client cannot go before the moment is there.
      const client = await manager.findOne(Client, { where: { id: body.clientId }, lock: { mode: 'for_key_share' } });
      if (!client) {
        throw invalid([{ field: 'clientId', message: 'clientId must be the id of an existing client' }]);
      }
      const { id } = await manager.save(Moment, manager.create(Moment, { title: body.title, clientId: body.clientId }));
      await record(manager, by, { momentId: id, action: 'moment.created' });
      await announce(manager, 'moment.changed', { momentId: id });
      await announce(manager, 'client.changed', { id: body.clientId });
      return presentMoment(await findMoment(manager, id));
    });
  }

  /** Removes the moment with its images; their files follow (the database schedules them). */
  async delete(id: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      const { clientId } = await lockMoment(manager, id);
      await manager.delete(Moment, { id });
      await announce(manager, 'moment.deleted', { momentId: id });
      await announce(manager, 'client.changed', { id: clientId });
    });
  }

  /** Notes that staff gave the public link away; the first time counts. */
  async share(id: string, by: Actor): Promise<MomentView> {
    await this.db.transaction(async (manager) => {
      await lockMoment(manager, id);
      const { affected } = await manager.update(Moment, { id, sharedAt: IsNull() }, { sharedAt: () => 'now()' });
      if (!affected) return;
      await record(manager, by, { momentId: id, action: 'moment.shared' });
      await announce(manager, 'moment.changed', { momentId: id });
      await settleMoment(manager, id);
    });
    return this.get(id);
  }

  /** Notes that a person looked at the public page; within a minute once, whoever asks how often. */
  async opened(id: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockMoment(manager, id);
      if (await wasJustRecorded(manager, { momentId: id, action: 'moment.opened' })) return;
      await record(manager, VISITOR, { momentId: id, action: 'moment.opened' });
      await announce(manager, 'moment.changed', { momentId: id });
    });
  }
}

/** The moment with its client and agency. @throws AppError 404 */
export async function findMoment(manager: EntityManager, id: string): Promise<MomentRow> {
  const moment = await seekMoment(manager, id);
  if (!moment) throw notFound('Moment');
  return moment;
}
