import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKey, program } from '../../test/api-keys.js';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency } from '../../test/factories.js';
import { staffSocket } from '../../test/staff-socket.js';
import type { ClientView } from '../contract/clients.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('an import of clients', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const send = (clients: unknown, key?: string) => {
    const call = staff.post('/api/client-imports');
    if (key) call.set('Idempotency-Key', key);
    return call.send({ clients });
  };
  const all = async (): Promise<ClientView[]> => (await staff.get('/api/clients').expect(200)).body as ClientView[];
  const expectRefused = async (clients: unknown, field: string, message: string): Promise<void> => {
    const before = await all();
    const { body } = await send(clients).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message, details: [{ field, message }] });
    expect(await all()).toEqual(before);
  };

  it('creates all of them with the rules and defaults of a single one, and answers their ids in order', async () => {
    const agency = await createAgency(staff);
    const { body } = await send([
      {
        business: ' Rosa ',
        agencyId: agency.id,
        categories: 'Florist, Garden centre',
        website: 'https://rosa.example',
      },
      { business: 'Only a name' },
    ]).expect(201);
    const [rosa, bare] = await Promise.all(
      (body.clientIds as string[]).map(async (id) => (await staff.get(`/api/clients/${id}`).expect(200)).body),
    );
    expect(rosa).toMatchObject({
      business: 'Rosa',
      agencyId: agency.id,
      categories: ['Florist', 'Garden centre'],
      website: 'https://rosa.example',
      notes: '',
      revision: 1,
    });
    expect(bare).toMatchObject({ business: 'Only a name', agencyId: null, targetKeywords: [], momentCount: 0 });
  });

  it.each([
    [{}, 'clients.1.business', 'clients.1: business is required'],
    [{ business: '  ' }, 'clients.1.business', 'clients.1: business is required'],
    [
      { business: 'B', website: 'rosa' },
      'clients.1.website',
      'clients.1: website must be a web address that starts with http:// or https://',
    ],
    [{ business: 'x'.repeat(201) }, 'clients.1.business', 'clients.1: business must be at most 200 characters'],
    [{ business: 'B', colour: 'red' }, 'clients.1.colour', 'clients.1.colour is not a field of this request'],
    [{ business: 'B', toString: 1 }, 'clients.1.toString', 'clients.1.toString is not a field of this request'],
    [
      { business: 'B', agencyId: UNKNOWN_ID },
      'clients.1.agencyId',
      'clients.1: agencyId must be the id of an existing agency',
    ],
    [7, 'clients', 'each entry of clients must be an object'],
    [null, 'clients', 'each entry of clients must be an object'],
    [[{ business: 'B' }], 'clients', 'each entry of clients must be an object'],
  ])('creates none when the second is %j, and names record and field', async (second, field, message) => {
    await expectRefused([{ business: 'First' }, second], field, message);
  });

  it.each([
    [undefined, 'clients is required'],
    ['Rosa', 'clients must be a list of records'],
    [[], 'clients must have at least 1 entry'],
    [Array.from({ length: 1001 }, () => ({ business: 'B' })), 'clients must have at most 1000 entries'],
  ])('takes one to 1000 records (%#)', async (clients, message) => {
    await expectRefused(clients, 'clients', message);
  });

  it('creates 1000 full records, and publishes one event with the commit', async () => {
    const { received, close } = await staffSocket(app);
    const before = (await all()).length;
    const text = 'a text of some length with a comma, and more';
    const clients = Array.from({ length: 1000 }, (_none, index) => ({
      business: `Shop ${index}`,
      description: text,
      mediaDescription: text,
      serviceAreas: 'Lisbon\nSintra',
      targetKeywords: 'florist, tulips',
      categories: 'Florist, Garden centre',
      notes: text,
      agencyId: null,
      website: 'https://rosa.example/shop',
      phone: '+351 21 000 0000',
      address: 'Rua Augusta 1, Lisboa',
      socialLinks: 'https://social.example/rosa',
    }));
    const { body } = await send(clients).expect(201);
    expect(new Set(body.clientIds).size).toBe(1000);
    expect(await all()).toHaveLength(before + 1000);
    const changed = () => received.filter(({ name }) => name === 'client.changed');
    await eventually(() => expect(changed()).toEqual([{ name: 'client.changed', payload: { id: body.clientIds[0] } }]));
    close();
  });

  it('refuses a body over 1 MB', async () => {
    const { body } = await send(Array.from({ length: 200 }, () => ({ business: 'B', notes: 'x'.repeat(9000) }))).expect(
      413,
    );
    expect(body.code).toBe('BODY_TOO_LARGE');
  });

  it('creates them once, however often it is sent with one Idempotency-Key', async () => {
    const before = (await all()).length;
    const clients = [{ business: 'Once' }, { business: 'Only' }];
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(clients, 'import')));
    answers.push(await send(clients, 'import'));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
    expect(await all()).toHaveLength(before + 2);
    const { body } = await send([{ business: 'Another' }], 'import').expect(409);
    expect(body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await send(clients, 'a key').expect(400);
    await send(clients, 'other').expect(201);
    expect(await all()).toHaveLength(before + 4);
  });

  it('is answered only to the session or API key that sent it, however the Idempotency-Key is called', async () => {
    const agency = await createAgency(staff);
    const clients = [{ business: 'Of an agency', agencyId: agency.id }];
    const narrow = { role: 'manager', scope: { agencyIds: [agency.id], clientIds: [] } };
    const programs = [await createKey(staff), await createKey(staff, narrow)].map((key) => program(app, key));
    const answers = [];
    for (const by of [staff, ...programs, staff, ...programs]) {
      const { body } = await by
        .post('/api/client-imports')
        .set('Idempotency-Key', 'shared')
        .send({ clients })
        .expect(201);
      answers.push(...(body as { clientIds: string[] }).clientIds);
    }
    expect(answers.slice(3)).toEqual(answers.slice(0, 3));
    expect(new Set(answers).size).toBe(3);
  });

  it('by an API key is never answered with clients beyond its scope', async () => {
    const agency = await createAgency(staff);
    const narrow = { role: 'manager', scope: { agencyIds: [agency.id], clientIds: [] } };
    const limited = program(app, await createKey(staff, narrow));
    const clients = [{ business: 'Without an agency' }];
    await send(clients, 'beyond').expect(201);
    const answer = await limited.post('/api/client-imports').set('Idempotency-Key', 'beyond').send({ clients });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toHaveProperty('clientIds');
  });
});
