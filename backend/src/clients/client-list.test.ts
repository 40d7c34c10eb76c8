import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  createAgency,
  createClient,
  createMoment,
  createMomentWithImages,
  createOptimization,
} from '../../test/factories.js';
import type { ClientListItem, ClientSort } from '../contract/clients.js';

describe('the list of clients', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());
  beforeEach(() => app.db.query('DELETE FROM clients'));

  async function list(query: object = {}): Promise<{ clients: ClientListItem[]; total: string | undefined }> {
    const answer = await staff.get('/api/clients').query(query).expect(200);
    return { clients: answer.body as ClientListItem[], total: answer.get('X-Total-Count') };
  }
  const names = async (query: object) => (await list(query)).clients.map(({ business }) => business);

  it('finds businesses by a part of their name, in any case and script, with or without accents, with wildcards as they are', async () => {
    for (const business of ['Übermut 100%', 'Ubermut 1000', 'Цветы_Мира', '花店'])
      await createClient(staff, { business });
    expect(await names({ search: 'üBERmut 1' })).toEqual(['Ubermut 1000', 'Übermut 100%']);
    expect(await names({ search: '100%' })).toEqual(['Übermut 100%']);
    expect(await names({ search: 'ы_м' })).toEqual(['Цветы_Мира']);
    expect(await names({ search: '_' })).toEqual(['Цветы_Мира']);
    expect(await names({ search: '店' })).toEqual(['花店']);
    expect(await names({ search: '\\' })).toEqual([]);
    expect(await names({ search: ' ' })).toHaveLength(4);
  });

  it('lists the clients of one agency, with their number', async () => {
    const agency = await createAgency(staff);
    for (const business of ['Ash', 'Beech', 'Cedar']) await createClient(staff, { business, agencyId: agency.id });
    await createClient(staff, { business: 'Elm' });
    const { clients, total } = await list({ agencyId: agency.id, limit: 2, offset: 1 });
    expect(clients.map(({ business }) => business)).toEqual(['Beech', 'Cedar']);
    expect(total).toBe('3');
    expect(await list({ agencyId: agency.id, search: 'ash', limit: 5 })).toMatchObject({ total: '1' });
  });

  it('sorts by name, by age, and by the moments that wait', async () => {
    for (const [business, statuses] of [
      ['Cedar', ['pending', 'rejected', 'approved']],
      ['Ash', ['approved', 'draft', 'generated']],
      ['Beech', ['rejected', 'pending', 'pending']],
    ] as const) {
      const { id } = await createClient(staff, { business });
      await app.db.query(`INSERT INTO moments ("clientId", "title", "status") SELECT $1, 'M', unnest($2::text[])`, [
        id,
        statuses,
      ]);
    }
    const order = async (sort: ClientSort) => names({ sort, limit: 5 });
    expect(await order('business')).toEqual(['Ash', 'Beech', 'Cedar']);
    expect(await order('-createdAt')).toEqual(['Beech', 'Ash', 'Cedar']);
    expect(await order('-openCount')).toEqual(['Beech', 'Cedar', 'Ash']);
    expect((await list({ sort: '-openCount' })).clients).toMatchObject([
      { momentCount: 3, pendingCount: 2, rejectedCount: 1 },
      { momentCount: 3, pendingCount: 1, rejectedCount: 1 },
      { momentCount: 3, pendingCount: 0, rejectedCount: 0 },
    ]);
  });

  it('says when something last happened to a moment or an optimization of the client', async () => {
    const client = await createClient(staff);
    const last = async () => (await list({ limit: 1 })).clients[0]!.lastActivityAt;
    expect(await last()).toBe(client.createdAt);
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    await createMoment(staff, { clientId: client.id });
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).send({}).expect(200);
    const history = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(await last()).toBe(history.body[0].at);
    const optimization = await createOptimization(staff, { clientId: client.id });
    const { body } = await staff.get(`/api/gmb-optimizations/${optimization.id}/history`).expect(200);
    expect(await last()).toBe(body[0].at);
  });
});
