import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { invalid, notFound } from '../common/errors.js';
import type { Page } from '../common/paging.js';
import type { ClientView, CreateClientBody, UpdateClientBody } from '../contract/clients.js';
import type { PageQuery } from '../contract/paging.js';
import type { Actor } from '../history/history.service.js';
import { Optimization } from '../gmb-optimizations/optimization.entity.js';
import { Moment } from '../moments/moment.entity.js';
import { announce, announceEach } from '../realtime/announcements.js';
import { Client } from './client.entity.js';
import { presentClient } from './client.present.js';

/** The businesses that the staff look after. */
@Injectable()
export class ClientsService {
  constructor(private readonly db: DataSource) {}

  /** By business name. */
  async list({ limit, offset }: PageQuery): Promise<Page<ClientView>> {
    const [clients, total] = await this.db.manager.findAndCount(Client, {
      order: { business: 'ASC', id: 'ASC' },
      take: limit,
      skip: offset,
    });
    const counts = await momentCounts(this.db.manager, clients);
    return { items: clients.map((client) => presentClient(client, counts.get(client.id) ?? 0)), total };
  }

  async get(id: string): Promise<ClientView> {
    return present(this.db.manager, await findClient(this.db.manager, id));
  }

  create(body: CreateClientBody): Promise<ClientView> {
    return this.db.transaction(async (manager) => {
      await requireAgency(manager, body.agencyId);
      const client = await manager.save(Client, manager.create(Client, body));
      await announce(manager, 'client.changed', { id: client.id });
      return presentClient(await findClient(manager, client.id), 0);
    });
  }

  /** @throws AppError 400, 404, 409 EDITED_MEANWHILE */
  update(id: string, { revision, ...fields }: UpdateClientBody, by: Actor): Promise<ClientView> {
    return this.db.transaction(async (manager) => {
      await requireAgency(manager, fields.agencyId);
      const client = await lockClient(manager, id);
      if (client.edit(fields, { by, revision })) {
        await manager.save(Client, client);
        await announce(manager, 'client.changed', { id });
      }
      return present(manager, client);
    });
  }

  /** Removes the client with its moments, images and optimizations; their files follow (the database schedules them). */
  async delete(id: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      // What hangs on it first: whoever is changing one of these may want their client in the end.
      await manager.query('SELECT FROM moments WHERE "clientId" = $1 ORDER BY "id" FOR UPDATE', [id]);
      await manager.query('SELECT FROM gmb_optimizations WHERE "clientId" = $1 ORDER BY "id" FOR UPDATE', [id]);
      await lockClient(manager, id);
      const moments = await manager.find(Moment, { where: { clientId: id }, select: { id: true } });
      const optimizations = await manager.find(Optimization, { where: { clientId: id }, select: { id: true } });
      await manager.delete(Client, { id });
      const deleted = moments.map(({ id: momentId }) => ({ momentId }));
      await announceEach(manager, 'moment.deleted', deleted);
      const ended = optimizations.map(({ id: optimizationId }) => ({ optimizationId }));
      await announceEach(manager, 'optimization.deleted', ended);
      await announce(manager, 'client.changed', { id });
    });
  }
}

async function present(manager: EntityManager, client: Client): Promise<ClientView> {
  return presentClient(client, await manager.countBy(Moment, { clientId: client.id }));
}

async function findClient(manager: EntityManager, id: string): Promise<Client> {
  const client = await manager.findOneBy(Client, { id });
  if (!client) throw notFound('Client');
  return client;
}

async function lockClient(manager: EntityManager, id: string): Promise<Client> {
  const client = await manager.findOne(Client, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!client) throw notFound('Client');
  return client;
}

// Locked, and before the client is: an agency that is being deleted takes its clients' locks in the same order.
async function requireAgency(manager: EntityManager, agencyId: string | null | undefined): Promise<void> {
  if (!agencyId || (await manager.findOne(Agency, { where: { id: agencyId }, lock: { mode: 'for_key_share' } })))
    return;
  throw invalid([{ field: 'agencyId', message: 'agencyId must be the id of an existing agency' }]);
}

async function momentCounts(manager: EntityManager, clients: Client[]): Promise<Map<string, number>> {
  const rows: { clientId: string; count: number }[] = await manager.query(
    'SELECT "clientId", count(*)::int AS count FROM moments WHERE "clientId" = ANY($1) GROUP BY "clientId"',
    [clients.map((client) => client.id)],
  );
  return new Map(rows.map((row) => [row.clientId, row.count]));
}
