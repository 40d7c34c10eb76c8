import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../test/app.js';
import { addColleague } from '../../../test/colleagues.js';
import { createAgency, createClient } from '../../../test/factories.js';

const USER = fileURLToPath(new URL('../../../dist/src/cli/user.js', import.meta.url));

describe('npm run user', () => {
  let app: TestApp;
  let email: string;
  let clientId: string;

  beforeAll(async () => {
    app = await startApp();
    const staff = await app.staff();
    await createAgency(staff, { name: 'Pine Street Media' });
    clientId = (await createClient(staff, { business: 'Fern & Petal' })).id;
    for (const business of ['Twice', 'twice']) await createClient(staff, { business });
    const { userId } = await addColleague(app);
    email = `grace-${userId}@example.com`;
    await app.db.query('UPDATE users SET "email" = $2 WHERE "id" = $1', [userId, email]);
  });
  afterAll(() => app.close());

  /** Its lines, or the one that says why it refuses. */
  const user = async (...words: string[]): Promise<string> => {
    const env = { DATABASE_URL: app.databaseUrl };
    const ended = promisify(execFile)(process.execPath, [USER, ...words], { env });
    return ended.then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => error.stderr.trim(),
    );
  };
  const scoped = (...scopes: string[]) => scopes.flatMap((scope) => ['--scope', scope]);

  it('lists the team, and changes role and scope by name or id', async () => {
    expect(await user('list')).toBe(`ada@example.com  admin  all\n${email}  admin  all`);
    const scopes = scoped('agency:pine street media', `client:${clientId}`, 'client:Fern & Petal');
    const line = `${email}  editor  agency:Pine Street Media, client:Fern & Petal`;
    expect(await user('change', ` ${email.toUpperCase()}`, '--role', 'editor', ...scopes)).toBe(line);
    expect(await user('change', email, '--role', 'viewer')).toBe(line.replace('editor', 'viewer'));
    expect(await user('change', email, ...scoped('none'))).toBe(`${email}  viewer  none`);
    expect(await user('change', email, ...scoped('all'))).toBe(`${email}  viewer  all`);
  });

  it('refuses what there is not in one line that says what is allowed, and changes nothing', async () => {
    const before = await user('list');
    const refusals = [
      await user('change', email, '--role', 'owner'),
      await user('change', email, ...scoped('petal')),
      await user('change', email, ...scoped('all', 'none')),
      await user('change', email, ...scoped('client:Petal')),
      await user('change', email, ...scoped('client:Twice')),
      await user('change', email, '--role', 'admin', ...scoped('none')),
      await user('change', 'ada@example.com', '--role', 'editor'),
      await user('change', 'nobody@example.com', '--role', 'editor'),
      await user('change', email),
      await user('change', email, '--rank', 'admin'),
    ];
    const forms = 'all, none, agency:NAME or client:NAME; repeat --scope for several of the last two';
    expect(refusals).toEqual([
      '--role: got "owner", which is not one of admin, manager, editor, viewer',
      `--scope: got "petal", which is not ${forms}`,
      `--scope: got "all", which is not ${forms}`,
      expect.stringMatching(/^--scope: got "client:Petal", which is not the name or id of one, such as Fern & Petal, /),
      expect.stringMatching(/^--scope: 2 have the name "Twice": give one by its id, client:\S+ or client:\S+$/),
      'scope must be "all" for an admin, who manages everything',
      'Ada is the only admin, and the team needs one. Make somebody else an admin first.',
      'No member of staff has the e-mail nobody@example.com',
      expect.stringMatching(
        /^Usage: npm run user -- list \| change EMAIL .* \| reset-password EMAIL \| reset-factor EMAIL \| allow-passwords$/,
      ),
      expect.stringMatching(/^Usage: /),
    ]);
    expect(await user('list')).toBe(before);
  });
});
