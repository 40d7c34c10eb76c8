import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp } from '../../../test/app.js';

const USER = fileURLToPath(new URL('../../../dist/src/cli/user.js', import.meta.url));

it('npm run user -- reset-factor removes the second factor, and ends the sessions', async () => {
  const app = await startApp();
  const staff = await app.staff();
  const user = (email: string) =>
    promisify(execFile)(process.execPath, [USER, 'reset-factor', email], { env: { DATABASE_URL: app.databaseUrl } });
  await app.db.query('UPDATE users SET "authenticatorKey" = $1', [randomUUID()]);
  const login = () => app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD });
  expect((await login()).body.code).toBe('SECOND_FACTOR_REQUIRED');
  await expect(user('grace@example.com')).rejects.toMatchObject({
    stderr: 'No member of staff has the e-mail grace@example.com\n',
  });
  const { stdout } = await user('ADA@example.com');
  expect(stdout).toBe('ada@example.com was signed out everywhere, and signs in with the password alone.\n');
  expect(await app.db.query(`SELECT "actor", "targetName" FROM audit WHERE "action" = 'factor.reset'`)).toEqual([
    { actor: 'commandLine', targetName: 'Ada (ada@example.com)' },
  ]);
  await staff.get('/api/user').expect(401);
  await login().expect(200);
  await app.close();
});
