import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Agent } from '../../test/app.js';
import { startApp, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createInvitation } from '../../test/factories.js';
import { connectLive, sessionCookie } from '../../test/live.js';
import { startSmtp, type TestSmtp } from '../../test/smtp-server.js';
import type { UserView } from '../contract/auth.js';
import type { InvitationView } from '../contract/password-links.js';

const PASSWORD = 'another long password';
const NEW_PASSWORD = 'a quite new password';
const GONE = 'This link does not open any more: it was used or replaced, or has expired. Please ask for a new one.';
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA';
const GREYLISTED = { code: 451, sentence: 'Try again later', at: 'RCPT' } as const;

describe('links by which a password is chosen', () => {
  let app: TestApp;
  let smtp: TestSmtp;
  let staff: Agent;
  let number = 0;

  beforeAll(async () => {
    smtp = await startSmtp();
    app = await startApp({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Review <review@northstar.example>',
      PUBLIC_URL: 'https://staff.northstar.example',
    });
    staff = await app.staff();
    await app.startWorker();
  });
  afterEach(async () => {
    smtp.reset();
    await app.db.query('DELETE FROM rate_limits');
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const newEmail = () => `grace-${(number += 1)}@example.com`;
  const tokenIn = (text: string): string => /https:\/\/staff\.northstar\.example\/password#([\w-]{22})/.exec(text)![1]!;
  /** The token in the latest of so many mails to an address. */
  const mailed = (email: string, count = 1): Promise<string> =>
    eventually(() => {
      const mails = smtp.mailsTo(email);
      expect(mails).toHaveLength(count);
      const tokens = [mails.at(-1)!.text!, mails.at(-1)!.html!].map(tokenIn);
      expect(new Set(tokens).size).toBe(1);
      return tokens[0]!;
    });
  const ask = (email: string) => app.visitor().post('/api/password-resets').send({ email });
  const check = (token: string) => app.visitor().post('/api/password-links/check').send({ token });
  const choose = (token: string, fields: object = {}, agent = app.visitor()) =>
    agent.post('/api/password-links/use').send({ token, password: NEW_PASSWORD, ...fields });
  const login = (email: string, password: string) => app.visitor().post('/api/login').send({ email, password });
  const addUser = async (): Promise<UserView> => {
    const body = { email: newEmail(), password: PASSWORD, name: 'Grace' };
    return (await staff.post('/api/register').send(body).expect(201)).body as UserView;
  };
  const listed = async (): Promise<InvitationView[]> => (await staff.get('/api/invitations').expect(200)).body;
  /** As if so much time had passed. */
  const pass = (time: string) =>
    app.db.query(
      `UPDATE password_links SET "expiresAt" = "expiresAt" - $1::interval, "createdAt" = "createdAt" - $1::interval`,
      [time],
    );
  const expectGone = async (token: string): Promise<void> => {
    for (const call of [check(token), choose(token)]) {
      expect((await call.expect(404)).body).toMatchObject({ code: 'NOT_FOUND', message: GONE });
    }
  };

  describe('an invitation', () => {
    it('is mailed, lets the colleague choose a name and a password, and signs in', async () => {
      const email = newEmail();
      const invitation = await createInvitation(staff, { email, name: 'Grace' });
      expect(invitation).toEqual({
        id: expect.any(String),
        email,
        name: 'Grace',
        invitedBy: 'Ada',
        isOpen: true,
        address: expect.stringMatching(/^https:\/\/staff\.northstar\.example\/password#[\w-]{22}$/),
        role: 'admin',
        scope: 'all',
        mail: 'waiting',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      });
      const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)) / 86_400_000;
      expect(days).toBeCloseTo(7, 3);
      const token = await mailed(email);
      expect(invitation.address).toContain(token);
      const [mail] = smtp.mailsTo(email);
      expect(mail).toMatchObject({
        subject: 'Ada invites you to GMB Moments',
        to: [{ name: 'Grace', address: email }],
      });
      await eventually(async () => expect(await listed()).toEqual([{ ...invitation, mail: 'sent' }]));
      const seen = await check(token).expect(200);
      expect(seen.body).toEqual({ kind: 'invitation', email, name: 'Grace', expiresAt: invitation.expiresAt });

      const agent = app.visitor();
      const { body: user } = await choose(token, { name: 'Grace Hopper' }, agent).expect(200);
      expect(user).toMatchObject({ email, name: 'Grace Hopper' });
      expect((await agent.get('/api/user').expect(200)).body).toEqual(user);
      await login(email, NEW_PASSWORD).expect(200);
      expect(await listed()).toEqual([]);
      await expectGone(token);
    });

    it('opens once, also for several at the same time, and keeps the given name', async () => {
      const email = newEmail();
      const token = tokenIn((await createInvitation(staff, { email, name: 'Grace' })).address!);
      const answers = await Promise.all(
        [1, 2, 3, 4].map((one) => choose(token, { password: `the password of ${one}` })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
      const won = answers.findIndex(({ status }) => status === 200) + 1;
      const { body } = await login(email, `the password of ${won}`).expect(200);
      expect(body.name).toBe('Grace');
    });

    it('stays when the process dies before the commit, and none of it happened', async () => {
      const email = newEmail();
      const token = tokenIn((await createInvitation(staff, { email })).address!);
      // The connection ends in the middle of the transaction, as that of a killed process.
      await app.db.query(
        `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
         CREATE TRIGGER die AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION die()`,
      );
      await choose(token).expect(503);
      await app.db.query('DROP FUNCTION die CASCADE');
      await login(email, NEW_PASSWORD).expect(401);
      expect(await listed()).toMatchObject([{ email }]);
      await choose(token).expect(200);
    });

    it('ends after seven days, stays listed, and opens for another seven when it is sent again', async () => {
      const email = newEmail();
      const { id, address } = await createInvitation(staff, { email });
      await mailed(email);
      await pass('7 days 1 second');
      await expectGone(tokenIn(address!));
      expect(await listed()).toMatchObject([{ id, isOpen: false, address: null }]);
      const { body } = await staff.post(`/api/invitations/${id}/resend`).expect(200);
      const token = await mailed(email, 2);
      expect(await listed()).toMatchObject([{ id: body.id, email, isOpen: true }]);
      await check(token).expect(200);
      await expectGone(tokenIn(address!));
      await staff.delete(`/api/invitations/${body.id}`).expect(204);
    });

    it('ends when it is revoked, replaced, when its inviter is removed, or when its e-mail got a user', async () => {
      const [revoked, added] = [await createInvitation(staff), await createInvitation(staff)];
      const replaced = await createInvitation(staff);
      const replacing = await createInvitation(staff, { email: replaced.email.toUpperCase() });
      const user = await addUser();
      const agent = app.visitor();
      await agent.post('/api/login').send({ email: user.email, password: PASSWORD }).expect(200);
      const orphan = await createInvitation(agent);
      expect((await listed()).map(({ id }) => id)).toEqual([orphan.id, replacing.id, added.id, revoked.id]);
      await staff.delete(`/api/invitations/${revoked.id}`).expect(204);
      await staff.delete(`/api/invitations/${revoked.id}`).expect(404);
      await staff.delete(`/api/users/${user.id}`).expect(204);
      await staff.post('/api/register').send({ email: added.email, password: PASSWORD }).expect(201);
      for (const { address } of [revoked, replaced, added, orphan]) await expectGone(tokenIn(address!));
      expect(await listed()).toMatchObject([{ id: replacing.id }]);
      await staff.delete(`/api/invitations/${replacing.id}`).expect(204);
    });

    it('is not mailed any more once it was revoked', async () => {
      const email = newEmail();
      smtp.behave({ refuse: GREYLISTED }, email);
      const { id } = await createInvitation(staff, { email });
      const inState = (state: string, attempts: number) =>
        eventually(async () => {
          const { body } = await staff.get(`/api/mails?limit=1&state=${state}`).expect(200);
          expect(body).toMatchObject([{ email, attempts }]);
          return body[0].error as string;
        });
      await inState('waiting', 1);
      await staff.delete(`/api/invitations/${id}`).expect(204);
      smtp.behave('accept', email);
      // As if the time had come to try it again.
      await app.db.query(`UPDATE run_items SET "notBefore" = NULL WHERE "state" = 'waiting'`);
      await app.db.query(
        `UPDATE runs SET "notBefore" = NULL, "createdAt" = now() - interval '1 minute' WHERE "state" = 'running'`,
      );
      expect(await inState('dropped', 1)).toBe('Its link was used, replaced or revoked, or has expired.');
      expect(smtp.mailsTo(email)).toEqual([]);
    });

    it('is refused for users that exist, for addresses that are none, and with lines in a name', async () => {
      const { email } = await addUser();
      const invite = (body: object) => staff.post('/api/invitations').send(body);
      expect((await invite({ email: ` ${email.toUpperCase()}` }).expect(409)).body.code).toBe('EMAIL_TAKEN');
      for (const body of [
        {},
        { email: 'grace' },
        { email: 'grace@example.com\nBcc: eve@example.com' },
        { email: newEmail(), name: 'Grace\r\nBcc: eve@example.com' },
        { email: newEmail(), password: PASSWORD },
      ]) {
        expect((await invite(body).expect(400)).body.code).toBe('VALIDATION_FAILED');
      }
      await staff.post('/api/invitations/00000000-0000-4000-8000-000000000000/resend').expect(404);
      expect(await listed()).toEqual([]);
    });

    it('carries names into no header but as the recipient’s name', async () => {
      const email = newEmail();
      const name = 'Grace", <eve@example.com>, Bcc: eve@example.com';
      const { id } = await createInvitation(staff, { email, name });
      await mailed(email);
      const [mail] = smtp.mailsTo(email);
      expect(mail!.recipients).toEqual([email]);
      expect(mail!.to).toEqual([{ name, address: email }]);
      expect(mail!.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
      await staff.delete(`/api/invitations/${id}`).expect(204);
    });

    it('is sent 50 times an hour by one member of staff', async () => {
      await app.db.query('DELETE FROM rate_limits');
      const answers = [];
      for (let count = 0; count < 51; count += 1) {
        answers.push(await staff.post('/api/invitations').send({ email: newEmail() }));
      }
      expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(50);
      expect(answers.at(-1)!.get('Retry-After')).toMatch(/^\d+$/);
      for (const { id } of await listed()) await staff.delete(`/api/invitations/${id}`).expect(204);
    });
  });

  describe('a new password', () => {
    it('is chosen by a mailed link, which ends all sessions and connections of the user alone', async () => {
      const { email } = await addUser();
      const signedIn = app.visitor();
      const answer = await signedIn.post('/api/login').send({ email, password: PASSWORD }).expect(200);
      const live = await connectLive(app, { Cookie: answer.get('Set-Cookie')![0]!.split(';')[0]! });
      const own = await connectLive(app, { Cookie: await sessionCookie(app) });
      const ended = new Promise((resolve) => live.socket.once('disconnect', resolve));
      await ask(email).expect(204);
      const token = await mailed(email);
      const [mail] = smtp.mailsTo(email);
      expect(mail).toMatchObject({ subject: 'A new password for GMB Moments', to: [{ address: email }] });
      const seen = await check(token).expect(200);
      expect(seen.body).toMatchObject({ kind: 'reset', email });
      expect(Date.parse(seen.body.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
      await signedIn.get('/api/user').expect(200);

      const agent = app.visitor();
      await choose(token, {}, agent).expect(200);
      await ended;
      live.socket.disconnect();
      await signedIn.get('/api/user').expect(401);
      await agent.get('/api/user').expect(200);
      await staff.get('/api/user').expect(200);
      expect(own.socket.connected).toBe(true);
      own.socket.disconnect();
      await login(email, PASSWORD).expect(401);
      await login(email, NEW_PASSWORD).expect(200);
      await expectGone(token);
    });

    it('is asked for with the same answer after the same time, whether or not there is a user', async () => {
      const { email } = await addUser();
      const timed = async (address: string) => {
        const startedAt = performance.now();
        const { status, body, headers } = await ask(address);
        const { 'content-length': length = null, 'content-type': type = null } = headers;
        return { answer: { status, body, length, type }, ms: performance.now() - startedAt };
      };
      const [known, unknown] = [await timed(email), await timed('nobody@example.com')];
      expect(unknown.answer).toEqual(known.answer);
      expect(known.answer.status).toBe(204);
      for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThan(290);
      await mailed(email);
      expect(smtp.asked).not.toContain('nobody@example.com');
      expect(await app.db.query(`SELECT FROM mail_recipients WHERE "email" = 'nobody@example.com'`)).toEqual([]);
    });

    it('has one link at a time, for an hour, which another change of the password ends', async () => {
      const { email } = await addUser();
      await ask(email).expect(204);
      const first = await mailed(email);
      await ask(email).expect(204);
      const second = await mailed(email, 2);
      await expectGone(first);
      await check(second).expect(200);
      await pass('1 hour 1 second');
      await expectGone(second);

      await ask(email).expect(204);
      const third = await mailed(email, 3);
      const agent = app.visitor();
      await agent.post('/api/login').send({ email, password: PASSWORD }).expect(200);
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      await agent.post('/api/user/password').send(body).expect(204);
      await expectGone(third);
    });

    it('is not set by the link of a user who was removed', async () => {
      const { id, email } = await addUser();
      await ask(email).expect(204);
      const token = await mailed(email);
      await staff.delete(`/api/users/${id}`).expect(204);
      await expectGone(token);
    });

    it('has to be as long as every password, and a refused one leaves the link', async () => {
      const { email } = await addUser();
      await ask(email).expect(204);
      const token = await mailed(email);
      expect((await choose(token, { password: 'too short' }).expect(400)).body.details).toMatchObject([
        { field: 'password' },
      ]);
      await choose(token, { kind: 'reset' }).expect(400);
      await choose(token).expect(200);
    });

    it('is asked for five times an hour for one e-mail, known or not, and ten times in 15 minutes from one network', async () => {
      const { email } = await addUser();
      const statuses = async (address: string, count: number) => {
        const answers = await Promise.all(Array.from({ length: count }, () => ask(address)));
        return answers.map(({ status }) => status).toSorted();
      };
      const five = [204, 204, 204, 204, 204];
      expect(await statuses(email, 6)).toEqual([...five, 429]);
      await app.db.query('DELETE FROM rate_limits');
      expect(await statuses('nobody@example.com', 6)).toEqual([...five, 429]);
      expect(await statuses(newEmail(), 4)).toEqual([204, 204, 204, 204]);
      const refused = await ask(newEmail()).expect(429);
      expect(refused.body.code).toBe('TOO_MANY_REQUESTS');
      expect(refused.get('Retry-After')).toMatch(/^\d+$/);
    });
  });

  it('keep no token in the database', async () => {
    const { email } = await addUser();
    const invitation = await createInvitation(staff);
    await ask(email).expect(204);
    const tokens = [await mailed(email), tokenIn(invitation.address!)];
    for (const table of ['password_links', 'mails', 'mail_recipients', 'runs', 'run_items', 'history']) {
      const rows = JSON.stringify(await app.db.query(`SELECT * FROM ${table}`));
      for (const token of tokens) expect(rows).not.toContain(token);
    }
  });

  it('are one 404 where they are guessed, which is limited', async () => {
    for (const token of [UNKNOWN, 'short', '../../etc/passwd', 'a'.repeat(100)]) await expectGone(token);
    const guesses = await Promise.all(Array.from({ length: 130 }, () => check(UNKNOWN)));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]));
  });
});

describe('without a mail server', () => {
  it('an invitation has its link to hand over, and a forgotten password is answered with who to ask', async () => {
    const app = await startApp();
    const staff = await app.staff();
    expect((await app.visitor().get('/api/password-resets').expect(200)).body).toEqual({ sendsMails: false });
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const { body } = await app.visitor().post('/api/password-resets').send({ email }).expect(409);
      expect(body).toMatchObject({
        code: 'NO_MAIL_SERVER',
        message: 'This system sends no mail. Please ask its administrator for a link to a new password.',
      });
    }
    const { address, mail } = await createInvitation(staff);
    expect(mail).toBe('unsent');
    const { origin, hash } = new URL(address!);
    expect(origin).toBe(app.url);
    const body = { token: hash.slice(1), password: PASSWORD };
    await app.visitor().post('/api/password-links/use').send(body).expect(200);
    await app.close();
  });
});
