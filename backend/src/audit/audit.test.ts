import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { createKey, program } from '../../test/api-keys.js';
import { addColleague } from '../../test/colleagues.js';
import { createApproved, deliver, download } from '../../test/deliveries.js';
import { eventually } from '../../test/eventually.js';
import {
  createAgency,
  createClient,
  createInvitation,
  createMoment,
  createMomentWithImages,
  createOptimization,
  createReviewLink,
} from '../../test/factories.js';
import type { AuditEntryView, AuditView } from '../contract/audit.js';
import type { AuthenticatorKeyView } from '../contract/factors.js';
import type { InvitationView } from '../contract/password-links.js';

const CONFIRM = { currentPassword: STAFF_PASSWORD };
const ADDRESS = '203.0.113.77';
const SECRETS = { password: 'another password of length', passcode: '735-hush-passcode' };

/** What an entry is expected to say. */
type Expected = Partial<Omit<AuditEntryView, 'target'>> & { target?: Partial<AuditEntryView['target']> };

/** A cause, what it appends, the last first, and how it fails, which appends nothing. */
interface Cause {
  does: string;
  by: () => Promise<Expected[]>;
  fails?: (staff: Agent) => Promise<unknown>;
}

const set = (to: string) => ({ from: '', to });

describe('the audit log', () => {
  let app: TestApp;
  let staff: Agent;
  let adaId: string;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
    adaId = (await staff.get('/api/user').expect(200)).body.id;
  });
  afterAll(() => app.close());

  const read = async (query: Record<string, string | number> = {}): Promise<AuditView> =>
    (await staff.get('/api/audit').query(query).expect(200)).body as AuditView;
  const newest = async (): Promise<string> => (await read({ limit: 1 })).entries[0]!.id;
  /** What was appended after an entry, the newest first. */
  const after = async (id: string): Promise<AuditEntryView[]> =>
    (await read({ limit: 200 })).entries.filter((entry) => BigInt(entry.id) > BigInt(id));
  const login = (fields: object) =>
    app
      .visitor()
      .post('/api/login')
      .set('X-Forwarded-For', ADDRESS)
      .send({ email: STAFF_EMAIL, password: STAFF_PASSWORD, ...fields });
  const account = () => ({ email: `${randomUUID()}@example.com`, password: SECRETS.password });
  const tokenOf = ({ address }: InvitationView): string => address!.split('#')[1]!;

  const unknownKey = (agent: Agent) => agent.delete(`/api/api-keys/${randomUUID()}`).expect(404);

  const CAUSES: Cause[] = [
    {
      does: 'signing in',
      by: async (): Promise<Expected[]> => {
        await login({}).expect(200);
        const target = { kind: 'user', id: adaId, name: `Ada (${STAFF_EMAIL})` } as const;
        return [
          {
            action: 'user.signed_in',
            actor: 'staff',
            actorName: 'Ada',
            userId: adaId,
            target,
            changes: { method: set('password') },
          },
        ];
      },
      // Of an account that there is not.
      fails: () => login({ email: 'stranger@example.com' }).expect(401),
    },
    {
      does: 'signing out',
      by: async (): Promise<Expected[]> => {
        const colleague = await addColleague(app);
        const before = await newest();
        await colleague.post('/api/logout').expect(204);
        expect((await after(before)).map(({ action }) => action)).toEqual(['user.signed_out']);
        return [{ action: 'user.signed_out', userId: colleague.userId }];
      },
      fails: () => app.visitor().post('/api/logout').expect(204),
    },
    {
      does: 'ending sessions',
      by: async (): Promise<Expected[]> => {
        const colleague = await addColleague(app);
        await staff.delete(`/api/users/${colleague.userId}/sessions`).expect(204);
        return [{ action: 'sessions.ended', actorName: 'Ada', target: { id: colleague.userId } }];
      },
      fails: (agent) => agent.delete(`/api/users/${randomUUID()}/sessions`).expect(404),
    },
    {
      does: 'ending own sessions',
      by: async (): Promise<Expected[]> => {
        const colleague = await addColleague(app);
        await colleague.delete('/api/sessions').expect(204);
        return [{ action: 'sessions.ended_others', userId: colleague.userId }];
      },
    },
    {
      does: 'changing the own password and name',
      by: async (): Promise<Expected[]> => {
        const colleague = await addColleague(app);
        await colleague
          .post('/api/user/password')
          .send({ ...CONFIRM, newPassword: SECRETS.password })
          .expect(204);
        await colleague.patch('/api/user').send({ name: 'Grace' }).expect(200);
        return [
          { action: 'user.renamed', userId: colleague.userId, changes: { name: set('Grace') } },
          { action: 'password.changed', userId: colleague.userId },
        ];
      },
      fails: (agent) =>
        agent.post('/api/user/password').send({ currentPassword: 'wrong', newPassword: SECRETS.password }).expect(400),
    },
    {
      does: 'a second factor',
      by: async (): Promise<Expected[]> => {
        const colleague = await addColleague(app);
        const { body } = await colleague.post('/api/factors/authenticator/key').expect(200);
        const { key, secret } = body as AuthenticatorKeyView;
        const code = new TOTP({ secret }).generate();
        await colleague
          .post('/api/factors/authenticator')
          .send({ key, code, ...CONFIRM })
          .expect(200);
        await colleague.post('/api/factors/recovery-codes').send(CONFIRM).expect(200);
        await colleague.post('/api/factors/authenticator/remove').send(CONFIRM).expect(204);
        const by = { userId: colleague.userId };
        const changes = { factor: set('authenticator') };
        return [
          { action: 'factor.removed', ...by, changes },
          { action: 'factor.codes_renewed', ...by },
          { action: 'factor.added', ...by, changes },
        ];
      },
      fails: (agent) => agent.put('/api/factors/requirement').send({ isRequired: true }).expect(409),
    },
    {
      does: "resetting a colleague's second factor",
      by: async (): Promise<Expected[]> => {
        const { userId } = await addColleague(app);
        await staff.delete(`/api/users/${userId}/factors`).expect(204);
        return [{ action: 'factor.reset', target: { id: userId } }];
      },
    },
    {
      does: 'inviting',
      by: async (): Promise<Expected[]> => {
        const email = `${randomUUID()}@example.com`;
        const invited = await createInvitation(staff, { email, name: 'Hedy', role: 'editor' });
        const again = (await staff.post(`/api/invitations/${invited.id}/resend`).expect(200)).body as InvitationView;
        await staff.delete(`/api/invitations/${again.id}`).expect(204);
        const target = { kind: 'invitation', name: `Hedy (${email})` } as const;
        return [
          { action: 'invitation.revoked', target },
          { action: 'invitation.resent', target },
          { action: 'user.invited', target, changes: { role: set('editor'), scope: set('all') } },
        ];
      },
      fails: (agent) => agent.post('/api/invitations').send({ email: STAFF_EMAIL }).expect(409),
    },
    {
      does: 'joining by an invitation',
      by: async (): Promise<Expected[]> => {
        const invited = await createInvitation(staff, { name: 'Hedy' });
        const body = { token: tokenOf(invited), password: SECRETS.password };
        await app.visitor().post('/api/password-links/use').send(body).expect(200);
        return [
          { action: 'user.signed_in', actorName: 'Hedy', changes: { method: set('link') } },
          { action: 'user.joined', actorName: 'Hedy', changes: { role: set('admin'), scope: set('all') } },
        ];
      },
    },
    {
      does: 'adding, changing and removing a colleague',
      by: async (): Promise<Expected[]> => {
        const { business, id: clientId } = await createClient(staff);
        const { email, password } = account();
        const { body } = await staff.post('/api/register').send({ email, password, role: 'viewer' }).expect(201);
        const scope = { agencyIds: [], clientIds: [clientId] };
        await staff.patch(`/api/users/${body.id}`).send({ role: 'editor', scope }).expect(200);
        await staff.delete(`/api/users/${body.id}`).expect(204);
        const target = { kind: 'user', id: body.id, name: email } as const;
        return [
          { action: 'user.removed', target },
          { action: 'user.scope_changed', target, changes: { scope: { from: 'all', to: `client:${business}` } } },
          { action: 'user.role_changed', target, changes: { role: { from: 'viewer', to: 'editor' } } },
          { action: 'user.added', target, changes: { role: set('viewer'), scope: set('all') } },
        ];
      },
      fails: async (agent) => {
        await agent.delete(`/api/users/${adaId}`).expect(409);
        await agent.patch(`/api/users/${randomUUID()}`).send({ role: 'viewer' }).expect(404);
      },
    },
    {
      does: 'changing the settings',
      by: async (): Promise<Expected[]> => {
        await staff.patch('/api/settings').send({ brandName: 'Northstar' }).expect(200);
        return [{ action: 'settings.changed', changes: { brandName: set('Northstar') } }];
      },
      // What stands there already changes nothing.
      fails: async (agent) => {
        await agent.patch('/api/settings').send({ brandName: 'Northstar' }).expect(200);
        await agent.patch('/api/settings').send({ primaryColor: 'blue' }).expect(400);
      },
    },
    {
      does: 'agencies',
      by: async (): Promise<Expected[]> => {
        const { id } = await createAgency(staff, { name: 'Pine' });
        await staff.patch(`/api/agencies/${id}`).send({ name: 'Oak' }).expect(200);
        await staff.delete(`/api/agencies/${id}`).expect(204);
        return [
          { action: 'agency.deleted', target: { kind: 'agency', id, name: 'Oak' } },
          { action: 'agency.changed', changes: { name: { from: 'Pine', to: 'Oak' } } },
          { action: 'agency.created', target: { name: 'Pine' } },
        ];
      },
      fails: (agent) => agent.delete(`/api/agencies/${randomUUID()}`).expect(404),
    },
    {
      does: 'API keys, and what programs do with them',
      by: async (): Promise<Expected[]> => {
        const key = await createKey(staff, { name: 'Nightly', role: 'manager' });
        const { id } = await createMoment(staff, { title: 'Tulips' });
        await program(app, key).delete(`/api/moments/${id}`).expect(204);
        await staff.patch(`/api/api-keys/${key.id}`).send({ name: 'Daily' }).expect(200);
        await staff.delete(`/api/api-keys/${key.id}`).expect(204);
        return [
          { action: 'api_key.revoked', target: { id: key.id, name: 'Daily' }, changes: { owner: set('Ada') } },
          { action: 'api_key.renamed', changes: { name: { from: 'Nightly', to: 'Daily' } } },
          { action: 'moment.deleted', actor: 'program', actorName: 'Ada (key Nightly)', userId: adaId },
          { action: 'api_key.created', changes: { role: set('manager'), scope: set('all'), expires: set('never') } },
        ];
      },
      fails: unknownKey,
    },
    {
      does: 'links of reviewers',
      by: async (): Promise<Expected[]> => {
        const { id: clientId } = await createClient(staff);
        const moment = await createMoment(staff, { clientId, title: 'Tulips' });
        const { link, reviewer } = await createReviewLink(staff, `moments/${moment.id}`, clientId, { name: 'Maria' });
        await staff.patch(`/api/links/${link.id}`).send({ mayDecide: false, passcode: SECRETS.passcode }).expect(200);
        await staff.post(`/api/links/${link.id}/replace`).expect(200);
        await staff.post(`/api/links/${link.id}/revoke`).expect(200);
        await staff.post(`/api/links/${link.id}/revoke`).expect(200);
        await staff.post(`/api/links/${link.id}/restore`).expect(200);
        await staff.delete(`/api/reviewers/${reviewer.id}`).expect(204);
        const target = { kind: 'moment', id: moment.id, name: 'Tulips' } as const;
        const reviewers = set('Maria');
        return [
          { action: 'reviewer.deleted', target: { kind: 'reviewer', name: 'Maria' } },
          { action: 'link.restored', target, changes: { reviewers } },
          { action: 'link.revoked', target, changes: { reviewers } },
          { action: 'link.replaced', target, changes: { reviewers } },
          {
            action: 'link.changed',
            target,
            changes: { reviewers, passcode: set('set'), mayDecide: { from: 'true', to: 'false' } },
          },
          { action: 'link.sent', target, changes: { reviewers } },
        ];
      },
      fails: (agent) => agent.post(`/api/links/${randomUUID()}/revoke`).expect(404),
    },
    {
      does: 'the open link',
      by: async (): Promise<Expected[]> => {
        const { id, business } = await createClient(staff);
        await staff.patch(`/api/clients/${id}/sharing`).send({ openLink: false }).expect(200);
        await staff.patch(`/api/clients/${id}/sharing`).send({ openLink: false }).expect(200);
        await staff.patch(`/api/clients/${id}/sharing`).send({ openLink: true }).expect(200);
        const target = { kind: 'client', id, name: business } as const;
        return [
          { action: 'open_link.opened', target },
          { action: 'open_link.closed', target },
        ];
      },
    },
    {
      does: 'deliveries and certificates',
      by: async (): Promise<Expected[]> => {
        const { momentId } = await createApproved(staff, [{}], { title: 'Tulips' });
        const { id, fileName } = await deliver(staff, momentId);
        await staff.get(`/api/deliveries/${id}/certificate.json`).expect(409);
        await download(staff, id);
        await staff.get(`/api/deliveries/${id}/certificate.json`).expect(200);
        await staff.get(`/api/deliveries/${id}/certificate.pdf`).expect(200);
        await staff.post(`/api/moments/${momentId}/delivered`).expect(200);
        const target = { kind: 'delivery', id, name: fileName } as const;
        return [
          { action: 'moment.delivered', target: { id: momentId, name: 'Tulips' }, changes: { photos: set('1') } },
          { action: 'certificate.made', target, changes: { format: set('PDF') } },
          { action: 'certificate.made', target, changes: { format: set('JSON') } },
          { action: 'delivery.sent', target, changes: { photos: set('1') } },
        ];
      },
      fails: async (agent) => {
        const { id } = await createMoment(agent);
        await agent.post(`/api/moments/${id}/delivered`).expect(409);
      },
    },
    {
      does: 'deletions',
      by: async (): Promise<Expected[]> => {
        const client = await createClient(staff, { business: 'Fern & Petal' });
        const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id, title: 'Tulips' });
        const optimization = await createOptimization(staff, { clientId: client.id });
        await createMoment(staff, { clientId: client.id });
        await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
        await staff.delete(`/api/moments/${moment.id}`).expect(204);
        await staff.delete(`/api/gmb-optimizations/${optimization.id}`).expect(204);
        await staff.delete(`/api/clients/${client.id}`).expect(204);
        const ofClient = { client: set('Fern & Petal') };
        return [
          {
            action: 'client.deleted',
            target: { kind: 'client', id: client.id, name: 'Fern & Petal' },
            changes: { moments: set('1'), optimizations: set('0') },
          },
          { action: 'optimization.deleted', target: { id: optimization.id }, changes: ofClient },
          { action: 'moment.deleted', target: { id: moment.id, name: 'Tulips' }, changes: ofClient },
          { action: 'image.deleted', target: { id: images[0]!.id }, changes: { moment: set('Tulips') } },
        ];
      },
      fails: (agent) => agent.delete(`/api/clients/${randomUUID()}`).expect(404),
    },
    {
      does: 'exports of itself',
      by: async (): Promise<Expected[]> => {
        await staff.get('/api/audit/export.csv?group=deletions').expect(200);
        return [{ action: 'audit.exported', changes: { format: set('CSV'), filter: set('group: deletions') } }];
      },
      fails: (agent) => agent.get('/api/audit/export.csv?group=none').expect(400),
    },
  ];

  it.each(CAUSES)('has $does, and nothing of what failed', async ({ by, fails }) => {
    const before = await newest();
    const expected = await by();
    const entries = await after(before);
    const ofSetUp = entries.length - expected.length;
    expect(ofSetUp).toBeGreaterThanOrEqual(0);
    expect(entries.slice(0, expected.length)).toMatchObject(expected);
    if (!fails) return;
    const last = await newest();
    await fails(staff);
    expect(await after(last)).toEqual([]);
  });

  it('has that a second factor is required of all, or of none', async () => {
    const other = await startApp();
    const admin = await other.staff();
    // As if an app was set up, without which nobody may require one.
    await other.db.query('UPDATE users SET "authenticatorKey" = gen_random_uuid()');
    for (const isRequired of [true, true, false])
      await admin.put('/api/factors/requirement').send({ isRequired }).expect(204);
    const { entries } = (await admin.get('/api/audit?group=settings').expect(200)).body as AuditView;
    expect(entries.map(({ action, changes }) => ({ action, changes }))).toEqual([
      { action: 'settings.changed', changes: { requiresSecondFactor: { from: 'true', to: 'false' } } },
      { action: 'settings.changed', changes: { requiresSecondFactor: { from: 'false', to: 'true' } } },
    ]);
    await other.close();
  });

  it('has refused sign-ins to an account, a few of many', async () => {
    const colleague = await addColleague(app);
    const [{ email }] = await app.db.query('SELECT "email" FROM users WHERE "id" = $1', [colleague.userId]);
    const refusals = async () =>
      (await read({ limit: 200 })).entries.filter(
        ({ action, target }) => action === 'user.sign_in_refused' && target.id === colleague.userId,
      );
    for (let attempt = 0; attempt < 3; attempt += 1) await login({ email, password: SECRETS.password }).expect(401);
    await eventually(async () => expect(await refusals()).toHaveLength(3));
    expect((await refusals())[0]).toMatchObject({
      actor: 'visitor',
      actorName: null,
      userId: null,
      changes: { method: set('password'), reason: set('credentials') },
    });
    await app.db.query(
      `INSERT INTO audit ("actor", "action", "targetKind", "targetId", "targetName")
       SELECT 'visitor', 'user.sign_in_refused', 'user', $1, 'x' FROM generate_series(1, 17)`,
      [colleague.userId],
    );
    await app.db.query('DELETE FROM rate_limits');
    await login({ email, password: SECRETS.password }).expect(401);
    // One of another account, after which the one before would be there.
    await login({ password: SECRETS.password }).expect(401);
    await eventually(async () =>
      expect((await read({ limit: 1 })).entries[0]).toMatchObject({
        action: 'user.sign_in_refused',
        target: { id: adaId },
      }),
    );
    expect(await refusals()).toHaveLength(20);
  });

  it('is for admins alone, and not for programs', async () => {
    const paths = ['/api/audit', '/api/audit/export.csv', '/api/audit/export.jsonl'];
    for (const role of ['manager', 'editor', 'viewer'] as const) {
      const colleague = await addColleague(app, { role });
      for (const path of paths) expect((await colleague.get(path).expect(403)).body.code).toBe('NOT_PERMITTED');
    }
    const key = await createKey(staff);
    for (const path of paths) {
      expect((await program(app, key).get(path).expect(403)).body.code).toBe('NOT_FOR_API_KEYS');
      await app.visitor().get(path).expect(401);
    }
  });

  it('is filtered by who, what, target and time', async () => {
    const colleague = await addColleague(app);
    const since = (await read({ limit: 1 })).entries[0]!.at;
    const agency = await createAgency(colleague, { name: 'Ösp & Sons' });
    await colleague.delete(`/api/agencies/${agency.id}`).expect(204);
    await createKey(colleague, { name: 'Osprey' });
    const actions = async (query: Record<string, string>) =>
      (await read(query)).entries.map(({ action, target }) => `${action} ${target.name}`);
    const own = { userId: colleague.userId };
    expect(await actions({ ...own, since })).toEqual([
      'api_key.created Osprey',
      'agency.deleted Ösp & Sons',
      'agency.created Ösp & Sons',
      ...(await actions({ ...own, since, group: 'signIn' })),
    ]);
    expect(await actions({ ...own, group: 'deletions' })).toEqual(['agency.deleted Ösp & Sons']);
    expect(await actions({ ...own, group: 'keys' })).toEqual(['api_key.created Osprey']);
    expect(await actions({ target: 'osp & s' })).toEqual(['agency.deleted Ösp & Sons', 'agency.created Ösp & Sons']);
    expect(await actions({ ...own, until: since, group: 'settings' })).toEqual([]);
    expect(await actions({ ...own, actor: 'program' })).toEqual([]);
  });

  it.each([
    ['before=x', 'before must be the id of an entry of the audit log'],
    ['limit=201', 'limit must be at most 200'],
    ['group=all', /^group must be one of: signIn, /],
    ['since=yesterday', /^since must be a time/],
    ['userId=ada', /^userId must be the id/],
    ['cursor=1', 'cursor is not a field of this request'],
  ])('refuses %s', async (query, message) => {
    expect((await staff.get(`/api/audit?${query}`).expect(400)).body.message).toMatch(message);
  });

  it('is read once each, page by page, while entries are appended', async () => {
    const all = (await read({ limit: 200 })).entries.map(({ id }) => id);
    const seen: string[] = [];
    let page = await read({ limit: 7 });
    for (;;) {
      seen.push(...page.entries.map(({ id }) => id));
      if (!page.hasMore || seen.length >= 100) break;
      await createAgency(staff);
      page = await read({ limit: 7, before: seen.at(-1)! });
    }
    expect(seen.slice(0, 90)).toEqual(all.slice(0, 90).slice(0, seen.length));
  });

  it('refuses to be rewritten', async () => {
    await expect(app.db.query(`UPDATE audit SET "actorName" = 'Eve'`)).rejects.toThrow(
      'the audit log is never rewritten',
    );
  });

  it('holds no address, password, passcode, code or token of this run', async () => {
    const [{ log }] = await app.db.query('SELECT string_agg(audit::text, E\'\\n\') AS "log" FROM audit');
    const tokens = await app.db.query(
      'SELECT "tokenHash" AS "secret" FROM api_keys UNION ALL SELECT "tokenHash" FROM review_links UNION ALL SELECT "sid" FROM sessions UNION ALL SELECT "passwordHash" FROM users',
    );
    const secrets = [...tokens.map(({ secret }: { secret: string }) => secret), ...Object.values(SECRETS)];
    for (const text of [...secrets, STAFF_PASSWORD, ADDRESS, '203.0.113', '127.0.0.1', 'gmb_', '/r/', 'stranger'])
      expect(log).not.toContain(text);
  });
});
