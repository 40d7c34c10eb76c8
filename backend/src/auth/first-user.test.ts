import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { createDatabase } from '../../test/database.js';

const MIGRATE = fileURLToPath(new URL('../../dist/src/cli/migrate.js', import.meta.url));
const FIRST = {
  ADMIN_NAME: 'Ada Lovelace',
  ADMIN_EMAIL: ' First@Example.com ',
  ADMIN_PASSWORD: '  with spaces around it ',
};

describe('the first member of staff', () => {
  let app: TestApp;

  beforeAll(async () => {
    const database = await createDatabase();
    const env = { DATABASE_URL: database.url, ...FIRST };
    await promisify(execFile)(process.execPath, [MIGRATE], { env });
    app = await startApp({}, database);
  });
  afterAll(() => app.close());

  const statusOf = async (password: string): Promise<number> =>
    (await app.visitor().post('/api/login').send({ email: 'first@example.com', password })).status;

  it('is made only where the secret is long enough; an installation that exists is warned', async () => {
    const database = await createDatabase();
    const migrate = (env: object) =>
      promisify(execFile)(process.execPath, [MIGRATE], { env: { DATABASE_URL: database.url, ...FIRST, ...env } }).catch(
        (error: { code: number; stderr: string }) => error,
      );
    const short = { SESSION_SECRET: 'a secret of 24 characters' };
    const problem = 'SESSION_SECRET: got a value that is not at least 32 characters';
    expect(await migrate(short)).toMatchObject({ code: 1, stderr: `${problem}\n` });
    expect(await migrate({ SESSION_SECRET: 'x'.repeat(32) })).toMatchObject({ stderr: '' });
    expect(await migrate(short)).toMatchObject({ stderr: expect.stringMatching(`^${problem}; this installation`) });
    expect(await migrate(short)).not.toHaveProperty('code');
  });

  it('is an admin of everything with the name that was given, which they can change', async () => {
    const staff = app.visitor();
    const account = { email: 'first@example.com', password: FIRST.ADMIN_PASSWORD };
    const { body } = await staff.post('/api/login').send(account).expect(200);
    expect(body).toMatchObject({ name: 'Ada Lovelace', role: 'admin', scope: 'all' });
    const renamed = (await staff.patch('/api/user').send({ name: ' Ada King ' }).expect(200)).body;
    expect(renamed).toEqual({ ...body, name: 'Ada King' });
    expect((await staff.get('/api/user').expect(200)).body).toEqual(renamed);
    const refused = await staff.patch('/api/user').send({ name: 'Ada\nKing', role: 'viewer' }).expect(400);
    expect(refused.body.message).toContain('role is not a field of this request');
  });

  it('signs in with ADMIN_PASSWORD as it was given, spaces at its ends included', async () => {
    expect(await statusOf(FIRST.ADMIN_PASSWORD)).toBe(200);
    expect(await statusOf(FIRST.ADMIN_PASSWORD.trim())).toBe(401);
  });

  it('keeps spaces at the ends of a new password, too', async () => {
    const staff = app.visitor();
    const signedIn = await staff
      .post('/api/login')
      .send({ email: 'first@example.com', password: FIRST.ADMIN_PASSWORD });
    expect(signedIn.status).toBe(200);
    const newPassword = ' a new one, with spaces ';
    await staff.post('/api/user/password').send({ currentPassword: FIRST.ADMIN_PASSWORD, newPassword }).expect(204);
    expect(await statusOf(newPassword)).toBe(200);
    expect(await statusOf(newPassword.trim())).toBe(401);
  });
});
