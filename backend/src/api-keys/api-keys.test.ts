import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, STAFF_EMAIL, STAFF_NAME, type Agent, type TestApp } from '../../test/app.js';
import { createKey, program } from '../../test/api-keys.js';
import { addColleague, setRights } from '../../test/colleagues.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMoment } from '../../test/factories.js';
import type { ApiKeyView } from '../contract/api-keys.js';

const PATH = '/api/api-keys';
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

describe('API keys', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const list = async (agent: Agent = staff): Promise<ApiKeyView[]> => (await agent.get(PATH).expect(200)).body;

  it('are shown once and stored as a hash, and listed with their end and last use', async () => {
    const expiresAt = inDays(30);
    const key = await createKey(staff, { name: ' Import ', role: 'editor', expiresAt });
    expect(key.token).toMatch(/^gmb_[\w-]{43}$/);
    const { token, ...view } = key;
    expect(view).toMatchObject({
      name: 'Import',
      role: 'editor',
      scope: 'all',
      owner: { name: STAFF_NAME, email: STAFF_EMAIL },
      lastCharacters: token.slice(-4),
      expiresAt,
      isExpired: false,
      lastUsedAt: null,
    });
    expect((await list())[0]).toEqual(view);
    const rows = await app.db.query('SELECT * FROM api_keys WHERE "id" = $1', [key.id]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
    await program(app, key).get('/api/moments').expect(200);
    await eventually(async () => expect((await list())[0]!.lastUsedAt).not.toBeNull());
    const [{ lastUsedAt }] = (await list()) as [ApiKeyView];
    await program(app, key).get('/api/moments').expect(200);
    expect((await list())[0]!.lastUsedAt).toBe(lastUsedAt);
  });

  it('act for their owner, and the history names both', async () => {
    const key = await createKey(staff, { name: 'Import', role: 'editor' });
    const moment = await createMoment(program(app, key), { clientId: (await createClient(staff)).id });
    const { body } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(body[0]).toMatchObject({ action: 'moment.created', actor: 'staff', actorName: 'Ada (key Import)' });
  });

  it('are refused in words where role, scope, end or name are not right', async () => {
    const agency = await createAgency(staff);
    const client = await createClient(staff, { agencyId: agency.id });
    const editor = await addColleague(app, { role: 'editor', clientIds: [client.id] });
    const own = { agencyIds: [], clientIds: [client.id] };
    const refusal = async (agent: Agent, fields: object): Promise<string> => {
      const body = { name: 'Import', role: 'viewer', scope: 'all', ...fields };
      return (await agent.post(PATH).send(body).expect(400)).body.message as string;
    };
    expect(await refusal(editor, { scope: own, role: 'manager' })).toBe(
      'role must not allow more than your own, editor; manager does',
    );
    expect(await refusal(editor, {})).toBe('scope must be agencies and clients that you see, since you do not see all');
    expect(await refusal(editor, { scope: { agencyIds: [agency.id], clientIds: [] } })).toBe(
      `scope.agencyIds names the agency ${agency.id}, of which you do not see all clients`,
    );
    const other = await createClient(staff);
    expect(await refusal(editor, { scope: { agencyIds: [], clientIds: [other.id] } })).toContain(other.id);
    for (const expiresAt of [inDays(-1), inDays(400)])
      expect(await refusal(staff, { expiresAt })).toBe('expiresAt must be within the next 365 days');
    expect(await refusal(staff, { role: 'owner' })).toBe('role must be one of: admin, manager, editor, viewer');
    expect(await refusal(staff, { scope: undefined })).toContain('scope must be "all" or');
    expect(await refusal(staff, { name: ' ' })).toBe('name is required');
    await createKey(editor, { role: 'viewer', scope: own, expiresAt: inDays(365) });
  });

  it('are those of their owner, and admins see, rename and revoke all', async () => {
    const [one, other] = [await addColleague(app, { role: 'viewer' }), await addColleague(app, { role: 'manager' })];
    const key = await createKey(one, { role: 'viewer' });
    expect((await list(one)).map(({ id }) => id)).toEqual([key.id]);
    expect(await list(other)).toEqual([]);
    for (const call of [other.patch(`${PATH}/${key.id}`).send({ name: 'Mine' }), other.delete(`${PATH}/${key.id}`)])
      expect((await call.expect(404)).body.message).toBe('API key not found');
    expect((await list()).map(({ id }) => id)).toContain(key.id);
    const renamed = await staff.patch(`${PATH}/${key.id}`).send({ name: 'Sync' }).expect(200);
    expect(renamed.body).toMatchObject({ id: key.id, name: 'Sync', owner: { id: one.userId } });
    await staff.delete(`${PATH}/${key.id}`).expect(204);
    expect(await list(one)).toEqual([]);
    expect((await program(app, key).get('/api/moments').expect(401)).body.code).toBe('API_KEY_INVALID');
  });

  it('are 50 at most of each member of staff', async () => {
    const colleague = await addColleague(app, { role: 'viewer' });
    const make = () => colleague.post(PATH).send({ name: 'x', role: 'viewer', scope: 'all' });
    for (let made = 0; made < 48; made += 6) await Promise.all(Array.from({ length: 6 }, () => make().expect(201)));
    const last = await Promise.all(Array.from({ length: 4 }, make));
    expect(last.map(({ body, status }) => body.code ?? status).toSorted()).toEqual([
      201,
      201,
      'TOO_MANY_API_KEYS',
      'TOO_MANY_API_KEYS',
    ]);
  });

  describe('may never do more than their owner', () => {
    it('whose role and scope count at once', async () => {
      const agency = await createAgency(staff);
      const [inside, outside] = [await createClient(staff, { agencyId: agency.id }), await createClient(staff)];
      const owner = await addColleague(app, { role: 'manager' });
      const key = await createKey(owner, { role: 'manager' });
      const business = 'Renamed';
      const rename = (id: string) => program(app, key).patch(`/api/clients/${id}`).send({ business });
      await rename(outside.id).expect(200);
      await setRights(app, owner.userId, { role: 'viewer', agencyIds: [agency.id] });
      const { body } = await rename(inside.id).expect(403);
      expect(body.message).toBe(
        'The role of this API key, viewer, does not allow this (client.manage); these do: admin, manager.',
      );
      await program(app, key).get(`/api/clients/${inside.id}`).expect(200);
      await program(app, key).get(`/api/clients/${outside.id}`).expect(404);
      await setRights(app, owner.userId, { role: 'admin' });
      await rename(outside.id).expect(200);
    });

    it('whose removal ends them', async () => {
      const owner = await addColleague(app);
      const key = await createKey(owner);
      await staff.delete(`/api/users/${owner.userId}`).expect(204);
      expect((await program(app, key).get('/api/moments').expect(401)).body.message).toBe(
        'This API key is not known here. It was revoked, or its owner was removed from the team.',
      );
    });

    it('of whose clients they see those that are in both scopes', async () => {
      const [one, two] = [await createAgency(staff), await createAgency(staff)];
      const ofOne = await createClient(staff, { business: 'of one', agencyId: one.id });
      const second = await createClient(staff, { business: 'second of one', agencyId: one.id });
      const ofTwo = await createClient(staff, { business: 'of two', agencyId: two.id });
      const alone = await createClient(staff, { business: 'alone' });
      const owner = await addColleague(app, { role: 'manager', agencyIds: [one.id, two.id], clientIds: [alone.id] });
      const scope = { agencyIds: [one.id], clientIds: [ofTwo.id, alone.id] };
      const agent = program(app, await createKey(owner, { role: 'viewer', scope }));
      const seen = async (): Promise<string[]> => {
        const { body, headers } = await agent.get('/api/clients').expect(200);
        expect(headers['x-total-count']).toBe(String(body.length));
        return (body as { business: string }[]).map(({ business }) => business).toSorted();
      };
      expect(await seen()).toEqual(['alone', 'of one', 'of two', 'second of one']);
      await setRights(app, owner.userId, { role: 'manager', agencyIds: [two.id], clientIds: [second.id] });
      expect(await seen()).toEqual(['of two', 'second of one']);
      await staff.patch(`/api/clients/${ofTwo.id}`).send({ agencyId: null }).expect(200);
      expect(await seen()).toEqual(['second of one']);
      await staff.patch(`/api/clients/${ofOne.id}`).send({ agencyId: two.id }).expect(200);
      expect(await seen()).toEqual(['second of one']);
      await setRights(app, owner.userId, { role: 'manager' });
      expect(await seen()).toEqual(['alone', 'of two', 'second of one']);
    });
  });

  it('with a scope that was deleted see nothing', async () => {
    const agency = await createAgency(staff);
    const client = await createClient(staff, { agencyId: agency.id });
    const key = await createKey(staff, { role: 'manager', scope: { agencyIds: [agency.id], clientIds: [] } });
    await program(app, key).get(`/api/clients/${client.id}`).expect(200);
    await staff.delete(`/api/agencies/${agency.id}`).expect(204);
    await program(app, key).get(`/api/clients/${client.id}`).expect(404);
    for (const path of ['/api/clients', '/api/moments', '/api/agencies', '/api/mails'])
      expect((await program(app, key).get(path).expect(200)).body).toEqual([]);
    const shown = (await list()).find(({ id }) => id === key.id);
    expect(shown!.scope).toEqual({ agencies: [], clients: [], hidden: 0 });
  });

  it('that have expired say so', async () => {
    const key = await createKey(staff);
    await app.db.query(`UPDATE api_keys SET "expiresAt" = '2026-01-02T03:04:05Z' WHERE "id" = $1`, [key.id]);
    const { body, headers } = await program(app, key).get('/api/moments').expect(401);
    expect(body.message).toBe('This API key expired at 2026-01-02T03:04:05.000Z.');
    expect(headers['www-authenticate']).toBe('Bearer realm="GMB Moments", error="invalid_token"');
    expect((await list()).find(({ id }) => id === key.id)!.isExpired).toBe(true);
  });
});
