import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createInvitation, createMoment } from '../../test/factories.js';
import { connectLive, sessionCookie } from '../../test/live.js';
import type { MemberView } from '../contract/auth.js';
import type { InvitationView } from '../contract/password-links.js';
import type { LimitedScopeView } from '../contract/rights.js';

const WRONG_SCOPES: [string, unknown][] = [
  ['another word', 'everything'],
  ['null', null],
  ['a list', []],
  ['no clients', { agencyIds: [] }],
  ['what is no id', { agencyIds: ['1'], clientIds: [] }],
  ['an id twice', { agencyIds: [], clientIds: Array(2).fill('00000000-0000-4000-8000-000000000000') }],
  ['another field', { agencyIds: [], clientIds: [], reviewIds: [] }],
  ['too many', { agencyIds: [], clientIds: Array.from({ length: 501 }, () => randomUUID()) }],
];

describe('role and scope', () => {
  let app: TestApp;
  let staff: Agent;
  let ada: MemberView;
  let agencyId: string;
  let clientId: string;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    ada = (await staff.get('/api/user')).body;
    agencyId = (await createAgency(staff, { name: 'Pine Street Media' })).id;
    await createClient(staff, { business: 'Bloom', agencyId });
    clientId = (await createClient(staff, { business: 'Fern & Petal' })).id;
  });
  afterAll(() => app.close());

  const change = (id: string, body: object, agent = staff) => agent.patch(`/api/users/${id}`).send(body);
  const member = async (id: string, agent = staff): Promise<MemberView> =>
    ((await agent.get('/api/users').expect(200)).body as MemberView[]).find((one) => one.id === id)!;

  it('of a colleague change, and count from their next request on', async () => {
    const colleague = await addColleague(app, { role: 'viewer', clientIds: [] });
    expect((await colleague.get('/api/clients').expect(200)).body).toEqual([]);
    await colleague.post('/api/moments').send({ title: 'Mine', clientId }).expect(403);
    const scope = { agencyIds: [agencyId], clientIds: [clientId] };
    const { body } = await change(colleague.userId, { role: 'editor', scope }).expect(200);
    expect(body).toMatchObject({
      role: 'editor',
      scope: {
        agencies: [{ id: agencyId, name: 'Pine Street Media', clientCount: 1 }],
        clients: [{ id: clientId, business: 'Fern & Petal' }],
        hidden: 0,
      },
    });
    expect(body.permissions).not.toContain('client.manage');
    expect(await member(colleague.userId)).toEqual(body);
    expect((await colleague.get('/api/clients').expect(200)).body).toHaveLength(2);
    await createMoment(colleague, { clientId });
    const own = (await colleague.get('/api/user').expect(200)).body;
    expect(own).toMatchObject({ role: 'editor', scope: body.scope, permissions: body.permissions });
    await change(colleague.userId, { role: 'viewer' }).expect(200);
    expect(await member(colleague.userId)).toMatchObject({ role: 'viewer', scope: body.scope });
    await change(colleague.userId, { scope: 'all' }).expect(200);
    expect(await member(colleague.userId)).toMatchObject({ role: 'viewer', scope: 'all' });
  });

  it('are shown to colleagues as far as their own scope reaches', async () => {
    const seen = await addColleague(app, { role: 'editor', agencyIds: [agencyId], clientIds: [clientId] });
    const reader = await addColleague(app, { role: 'viewer', clientIds: [clientId] });
    const { scope } = await member(seen.userId, reader);
    expect(scope).toEqual({ agencies: [], clients: [{ id: clientId, business: 'Fern & Petal' }], hidden: 1 });
  });

  it('count of an agency those clients alone that the reader sees', async () => {
    const { id } = await createAgency(staff, { name: 'Two Clients' });
    const seen = await createClient(staff, { business: 'Seen', agencyId: id });
    await createClient(staff, { business: 'Not seen', agencyId: id });
    const holder = await addColleague(app, { agencyIds: [id] });
    const reader = await addColleague(app, { role: 'viewer', clientIds: [seen.id] });
    const agencyOf = (clientCount: number) => ({ agencies: [{ id, name: 'Two Clients', clientCount }] });
    expect((await member(holder.userId, reader)).scope).toMatchObject(agencyOf(1));
    expect((await member(holder.userId)).scope).toMatchObject(agencyOf(2));
  });

  it('refuse agencies and clients that are gone, by name of the field and id, and change nothing', async () => {
    const colleague = await addColleague(app, { role: 'viewer', clientIds: [clientId] });
    const before = await member(colleague.userId);
    const gone = await createClient(staff, { business: 'Gone' });
    await staff.delete(`/api/clients/${gone.id}`).expect(204);
    const scope = { agencyIds: [clientId], clientIds: [clientId, gone.id] };
    for (const refused of [
      await change(colleague.userId, { role: 'editor', scope }),
      await staff.post('/api/invitations').send({ email: `${randomUUID()}@example.com`, role: 'editor', scope }),
      await staff
        .post('/api/register')
        .send({ email: `${randomUUID()}@example.com`, password: STAFF_PASSWORD, role: 'editor', scope }),
    ]) {
      expect([refused.status, refused.body.details]).toEqual([
        400,
        [
          {
            field: 'scope.agencyIds',
            message: `scope.agencyIds names the agency ${clientId}, which was removed or never existed`,
          },
          {
            field: 'scope.clientIds',
            message: `scope.clientIds names the client ${gone.id}, which was removed or never existed`,
          },
        ],
      ]);
    }
    expect(await member(colleague.userId)).toEqual(before);
  });

  it.each(WRONG_SCOPES)('refuse %s as a scope', async (_what, scope) => {
    const { body } = await change(ada.id, { role: 'editor', scope }).expect(400);
    expect(body.message).toBe(
      'scope must be "all" or { "agencyIds": [...], "clientIds": [...] } with at most 500 ids each, every one once',
    );
  });

  it('refuse another role, and an admin who sees some clients alone', async () => {
    expect((await change(ada.id, { role: 'owner' }).expect(400)).body.message).toBe(
      'role must be one of admin, manager, editor, viewer',
    );
    const limited = await change(ada.id, { scope: { agencyIds: [], clientIds: [clientId] } }).expect(400);
    expect(limited.body.message).toBe('scope must be "all" for an admin, who manages everything');
    const colleague = await addColleague(app, { role: 'editor', clientIds: [clientId] });
    await change(colleague.userId, { role: 'admin' }).expect(400);
    await change(colleague.userId, { role: 'admin', scope: 'all' }).expect(200);
    await change(colleague.userId, { role: 'viewer' }).expect(200);
  });

  it('lose agencies and clients that are removed; a scope of nothing sees nothing', async () => {
    const removed = await createClient(staff, { business: 'Soon gone' });
    const colleague = await addColleague(app, { role: 'editor', clientIds: [removed.id] });
    await staff.delete(`/api/clients/${removed.id}`).expect(204);
    expect((await member(colleague.userId)).scope).toEqual({ agencies: [], clients: [], hidden: 0 });
    expect((await colleague.get('/api/clients').expect(200)).body).toEqual([]);
  });

  it('are changed by admins alone, one’s own too', async () => {
    const manager = await addColleague(app, { role: 'manager', clientIds: [clientId] });
    for (const [id, body] of [
      [manager.userId, { role: 'admin' }],
      [manager.userId, { scope: 'all' }],
      [ada.id, { role: 'viewer' }],
    ] as const) {
      expect((await change(id, body, manager).expect(403)).body.code).toBe('NOT_PERMITTED');
    }
    await manager.patch('/api/user').send({ role: 'admin' }).expect(400);
  });

  it('close the live connections of their user, who comes back with the new ones', async () => {
    const colleague = await addColleague(app, { role: 'editor', clientIds: [clientId] });
    const other = await connectLive(app, { Cookie: await sessionCookie(app) });
    const live = await connectLive(app, { Cookie: colleague.cookie });
    let closed = 0;
    live.socket.on('disconnect', () => (closed += 1));
    other.socket.on('disconnect', () => (closed += 100));
    await change(colleague.userId, { scope: { agencyIds: [agencyId], clientIds: [] } }).expect(200);
    await eventually(() => expect([closed, live.socket.connected]).toEqual([1, true]));
    live.received.length = 0;
    await createMoment(staff, { clientId, title: 'Outside' });
    const inside = await createClient(staff, { business: 'Inside', agencyId });
    await createMoment(staff, { clientId: inside.id, title: 'Inside' });
    await eventually(() => expect(live.all('moment.changed').map(({ title }) => title)).toEqual(['Inside']));
    for (const { socket } of [live, other]) socket.disconnect();
  });

  describe('of an invitation', () => {
    const take = (invitation: InvitationView) =>
      app
        .visitor()
        .post('/api/password-links/use')
        .send({ token: invitation.address!.split('#')[1], password: STAFF_PASSWORD });
    const invite = (fields: object) => createInvitation(staff, fields);

    it('are given to who takes it', async () => {
      const invitation = await invite({ role: 'editor', scope: { agencyIds: [agencyId], clientIds: [] } });
      const scope = (invitation.scope as LimitedScopeView).agencies;
      expect([invitation.role, scope.map(({ name }) => name)]).toEqual(['editor', ['Pine Street Media']]);
      const { body: again } = await staff.post(`/api/invitations/${invitation.id}/resend`).expect(200);
      expect(again).toMatchObject({ role: 'editor', scope: invitation.scope });
      const { body } = await take(again).expect(200);
      expect(body).toMatchObject({ role: 'editor', scope: invitation.scope });
    });

    it('lose what is removed before it is taken', async () => {
      const removed = await createAgency(staff, { name: 'Soon gone' });
      const scope = { agencyIds: [removed.id], clientIds: [clientId] };
      const { id } = await invite({ role: 'viewer', scope });
      await staff.delete(`/api/agencies/${removed.id}`).expect(204);
      const listed = (await staff.get('/api/invitations').expect(200)).body as InvitationView[];
      const invitation = listed.find((one) => one.id === id)!;
      expect(invitation.scope).toMatchObject({ agencies: [], clients: [{ id: clientId }] });
      expect((await take(invitation).expect(200)).body).toMatchObject({ role: 'viewer', scope: invitation.scope });
    });

    it('end with the invitation once who sent it is no admin any more', async () => {
      const other = await addColleague(app);
      const invitation = await createInvitation(other, { role: 'admin' });
      await change(other.userId, { role: 'manager' }).expect(200);
      await take(invitation).expect(404);
      expect((await staff.get('/api/invitations').expect(200)).body).toEqual([]);
    });
  });

  describe('of the last admin', () => {
    let own: TestApp;
    let admins: (Agent & { userId: string })[];

    beforeAll(async () => {
      own = await startApp();
      await own.staff();
      admins = [await addColleague(own), await addColleague(own), await addColleague(own)];
      const { body: team } = await admins[0]!.get('/api/users').expect(200);
      await admins[0]!.patch(`/api/users/${team[0].id}`).send({ role: 'viewer' }).expect(200);
    });
    afterAll(() => own.close());

    it('stay, also when all admins demote and remove each other at once', async () => {
      const calls = admins.flatMap((agent) =>
        admins.flatMap(({ userId }) => [
          agent.patch(`/api/users/${userId}`).send({ role: 'viewer' }),
          agent.delete(`/api/users/${userId}`),
        ]),
      );
      const answers = await Promise.all(calls);
      expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
      const rows = await own.db.query<{ id: string }[]>(`SELECT "id" FROM users WHERE "role" = 'admin'`);
      expect(rows).toHaveLength(1);
      const last = admins.find(({ userId }) => userId === rows[0]!.id)!;
      const { body } = await last.patch(`/api/users/${last.userId}`).send({ role: 'manager' }).expect(409);
      expect(body).toMatchObject({ code: 'LAST_ADMIN', message: expect.stringMatching(/is the only admin/) });
    });
  });
});
