import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { eventually } from '../../test/eventually.js';
import { startFakeIssuer, type FakeIssuer } from '../../test/fake-issuer.js';

const USER = fileURLToPath(new URL('../../dist/src/cli/user.js', import.meta.url));
const PAUSE_LOCK = 4713;

describe('single sign-on as the only way in', () => {
  let issuer: FakeIssuer;
  let app: TestApp;
  let staff: Agent;

  beforeEach(async () => {
    issuer = await startFakeIssuer();
    app = await startApp(issuer.env);
    staff = await app.staff();
  });
  afterEach(async () => {
    await app.close();
    await issuer.close();
  });

  async function comeIn(claims: Record<string, unknown> = {}): Promise<Agent> {
    const agent = app.visitor();
    const { address } = (await agent.post('/api/single-sign-on/begin').send({}).expect(200)).body as {
      address: string;
    };
    issuer.claims = claims;
    await agent
      .post('/api/single-sign-on/finish')
      .send({ query: issuer.returnFrom(address) })
      .expect(200);
    return agent;
  }
  const allow = (agent: Agent, areAllowed: boolean) => agent.put('/api/single-sign-on/passwords').send({ areAllowed });
  const isOnly = async (): Promise<boolean> =>
    (await app.visitor().get('/api/branding').expect(200)).body.singleSignOn.isOnly as boolean;
  const login = () => app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD });

  it('is switched on by an admin who came in by it, and signs all others out', async () => {
    const colleague = await addColleague(app);
    expect((await allow(staff, false).expect(409)).body.code).toBe('SINGLE_SIGN_ON_NEEDED');
    expect((await allow(colleague, false)).status).toBeGreaterThan(400);
    const admin = await comeIn();
    await allow(admin, false).expect(204);
    expect(await isOnly()).toBe(true);
    await admin.get('/api/user').expect(200);
    for (const other of [staff, colleague]) await other.get('/api/user').expect(401);
    const again = await comeIn({ sub: 'colleague', email: (await admin.get('/api/users')).body[1].email as string });
    await again.get('/api/user').expect(200);
    await allow(admin, true).expect(204);
    expect(await isOnly()).toBe(false);
    await login().expect(200);
    await again.get('/api/user').expect(200);
  });

  it('refuses passwords, links to new ones and new colleagues with one', async () => {
    const admin = await comeIn();
    await admin.post('/api/invitations').send({ email: 'ivy@example.com' }).expect(201);
    const [invitation] = (await admin.get('/api/invitations').expect(200)).body as { address: string }[];
    await allow(admin, false).expect(204);
    const password = 'another long password';
    const refused = [
      await login(),
      await app.visitor().post('/api/login').send({ email: 'nobody@example.com', password: 'wrong' }),
      await app.visitor().post('/api/login/passkey').send({ passkey: 'any' }),
      await app.visitor().post('/api/password-resets').send({ email: STAFF_EMAIL }),
      await app
        .visitor()
        .post('/api/password-links/use')
        .send({ token: invitation!.address.split('#')[1], password }),
      await admin.post('/api/register').send({ email: 'new@example.com', password }),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([403, 'PASSWORDS_OFF']);
      expect(body.message).toContain('“Sign in with single sign-on”');
    }
    // The invited come in by the provider.
    const ivy = await comeIn({ sub: 'ivy', email: 'ivy@example.com' });
    expect((await ivy.get('/api/user').expect(200)).body.email).toBe('ivy@example.com');
  });

  it('asks for no second factor of ours, which is up to the provider', async () => {
    await app.db.query('UPDATE settings SET "requiresSecondFactor" = true');
    const admin = await comeIn();
    expect((await admin.get('/api/user').expect(200)).body).not.toHaveProperty('needsFactor');
    await admin.get('/api/clients').expect(200);
  });

  it('ends when the command line allows passwords, or the provider is not configured any more', async () => {
    await allow(await comeIn(), false).expect(204);
    const without = await startApp({ DATA_DIR: app.dataDir }, { url: app.databaseUrl, drop: async () => undefined });
    const body = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
    await without.visitor().post('/api/login').send(body).expect(200);
    await without.close();
    await login().expect(403);
    const run = promisify(execFile)(process.execPath, [USER, 'allow-passwords'], {
      env: { DATABASE_URL: app.databaseUrl },
    });
    expect((await run).stdout).toBe(
      'Passwords sign people in again. Who has none gets a link to one by reset-password.\n',
    );
    await login().expect(200);
  });

  it('is an entry of the audit log, as are sign-ins by it and refused ones', async () => {
    const admin = await comeIn();
    await allow(admin, false).expect(204);
    const agent = app.visitor();
    const { address } = (await agent.post('/api/single-sign-on/begin').send({}).expect(200)).body as {
      address: string;
    };
    issuer.claims = { sub: 'somebody else' };
    await agent
      .post('/api/single-sign-on/finish')
      .send({ query: issuer.returnFrom(address) })
      .expect(403);
    const rows = await app.db.query<{ action: string; changes: object }[]>(
      `SELECT "action", "changes" FROM audit WHERE "action" <> 'user.added' ORDER BY "id"`,
    );
    expect(rows.slice(-3)).toEqual([
      { action: 'user.signed_in', changes: { method: { from: '', to: 'sso' } } },
      { action: 'settings.changed', changes: { passwordSignIn: { from: 'true', to: 'false' } } },
      {
        action: 'user.sign_in_refused',
        changes: { method: { from: '', to: 'sso' }, reason: { from: '', to: 'sso' } },
      },
    ]);
  });

  describe('while a sign-in is under way', () => {
    let holder: Client;

    /** Makes each session wait before it is saved; answers the way to wait for one, and to let it go on. */
    beforeEach(async () => {
      await app.db.query(
        `CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN PERFORM pg_advisory_xact_lock(${PAUSE_LOCK}); RETURN NEW; END $$;
         CREATE TRIGGER pause BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION pause()`,
      );
      holder = new Client({ connectionString: app.databaseUrl });
      await holder.connect();
    });
    afterEach(() => holder.end());

    it.each([
      ['removing the person', (id: string) => staff.delete(`/api/users/${id}`).expect(204)],
      ['ending their sessions', (id: string) => staff.delete(`/api/users/${id}/sessions`).expect(204)],
    ])('%s ends it', async (_what, end) => {
      const { userId, email } = await (async () => {
        const colleague = await addColleague(app);
        const { body } = await colleague.get('/api/user').expect(200);
        return { userId: body.id as string, email: body.email as string };
      })();
      await holder.query('BEGIN');
      await holder.query('SELECT pg_advisory_xact_lock($1)', [PAUSE_LOCK]);
      const agent = app.visitor();
      const begun = await agent.post('/api/single-sign-on/begin').send({}).expect(200);
      issuer.claims = { sub: 'colleague', email };
      const query = issuer.returnFrom(begun.body.address as string);
      const coming = agent
        .post('/api/single-sign-on/finish')
        .send({ query })
        .then((answer) => answer);
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await eventually(async () => expect((await holder.query(waiting, [PAUSE_LOCK])).rowCount).toBe(1));
      await end(userId);
      await holder.query('COMMIT');
      await coming;
      await agent.get('/api/user').expect(401);
    });
  });
});
