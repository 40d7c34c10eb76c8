import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type Agent, STAFF_EMAIL, STAFF_PASSWORD, type TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { createAgency, createMomentWithImages, jpeg } from '../factories.js';
import { sessionCookie } from '../live.js';
import { submittedOptimization } from '../optimizations.js';
import { fault } from './fault.js';
import { fetchPythonTools, fetchTypescriptTools, run, type Ran } from './programs/tools.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));
const DOCUMENT = join(ROOT, 'docs', 'openapi.json');
/** What a client does: it uploads a picture, has its caption written, approves it, is refused the second time, and reads. */
const DONE = { title: true, again: 'IMAGE_NOT_PENDING', status: 'approved', images: ['approved'], total: '1' };

const [typescript, python] = await Promise.all([fetchTypescriptTools(), fetchPythonTools()]);

describe('programs that know the API from its document', () => {
  let app: TestApp;
  let work: string;
  let picture: string;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    await app.staff();
    await app.startWorker();
    work = await mkdtemp(join(tmpdir(), 'gmb-programs-'));
    picture = join(work, 'tulips.jpg');
    await writeFile(picture, await jpeg());
  });
  afterAll(async () => {
    await app.close();
    await rm(work, { recursive: true });
  });

  const credentials = (): string[] => [app.url, STAFF_EMAIL, STAFF_PASSWORD, picture];
  const resultOf = ({ output }: Ran): unknown => JSON.parse(output.trim().split('\n').at(-1)!);

  fault(
    {
      what: 'a client in TypeScript',
      done: 'openapi-typescript generates it; it uploads, captions, decides and reads a moment',
      checked: 'it compiles in strict mode, and each answer is what its types say',
      missing: typescript.missing,
    },
    async () => {
      const folder = join(work, 'typescript');
      await mkdir(folder);
      await cp(join(PROGRAMS, 'client.mts'), join(folder, 'client.mts'));
      await cp(join(typescript.folder, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
      const generator = join(folder, 'node_modules', '.bin', 'openapi-typescript');
      expect(await run(generator, [DOCUMENT, '-o', 'schema.d.ts'], { cwd: folder })).toMatchObject({ code: 0 });
      const compilerOptions = {
        ...{ strict: true, module: 'nodenext', target: 'es2022', noEmit: true, skipLibCheck: true },
        ...{ typeRoots: [join(ROOT, 'node_modules', '@types')], types: ['node'] },
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.mts'] }));
      expect(await run(process.execPath, ['node_modules/typescript/lib/tsc.js', '-p', '.'], { cwd: folder })).toEqual({
        code: 0,
        output: '',
      });
      const args = ['--import', import.meta.resolve('tsx'), 'client.mts', ...credentials()];
      expect(resultOf(await run(process.execPath, args, { cwd: folder }))).toEqual(DONE);
    },
  );

  fault(
    {
      what: 'a client in Python',
      done: 'openapi-python-client generates it; it uploads, captions, decides and reads a moment',
      checked: 'every one of its modules imports, and each answer is what its models say',
      missing: python.missing,
    },
    async () => {
      const folder = join(work, 'python');
      await mkdir(folder);
      const env = { PATH: `${python.folder}${delimiter}${process.env['PATH']}` };
      const generate = ['generate', '--path', DOCUMENT, '--meta', 'none', '--output-path', 'gmb_client'];
      const generated = await run(join(python.folder, 'openapi-python-client'), generate, { cwd: folder, env });
      expect(generated).toEqual({ code: 0, output: expect.not.stringMatching(/warning|error/i) });
      for (const name of ['client.py', 'imports.py']) await cp(join(PROGRAMS, name), join(folder, name));
      const imported = await run(join(python.folder, 'python'), ['imports.py'], { cwd: folder });
      expect(imported).toEqual({ code: 0, output: expect.stringMatching(/^\d{3} modules/) });
      expect(
        resultOf(await run(join(python.folder, 'python'), ['client.py', ...credentials()], { cwd: folder })),
      ).toEqual(DONE);
    },
  );

  fault(
    {
      what: 'a client of the live events',
      done: 'the example in docs/programs.md runs as it stands there; the account is removed',
      checked: 'it receives what changes, is disconnected, and is refused with the reason as it comes back',
    },
    async () => {
      const [, example = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(join(ROOT, 'docs', 'programs.md'), 'utf8'))!;
      const file = join(work, 'live.mjs');
      const client = import.meta.resolve('socket.io-client');
      await writeFile(file, example.replace("'socket.io-client'", `'${client}'`));
      const staff = await app.staff();
      const colleague = { email: 'live@example.com', password: STAFF_PASSWORD };
      const { id } = (await staff.post('/api/register').send(colleague).expect(201)).body as { id: string };
      const program = spawn(process.execPath, [file, app.url, colleague.email, colleague.password]);
      const said: string[] = [];
      program.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
      const saying = (text: string): Promise<void> => eventually(() => expect(said.join('')).toContain(text));
      await saying('connected');
      await createMomentWithImages(staff, 1);
      await saying('Spring window');
      await staff.delete(`/api/users/${id}`).expect(204);
      await saying('Please sign in again. NOT_SIGNED_IN');
      program.kill();
    },
  );

  // The last: it changes the roles of the team and of itself as it pleases.
  fault(
    {
      what: 'whatever the document allows, and what it does not',
      done: 'schemathesis sends both to every operation, with all of its checks, with and without a session',
      checked: 'each answer is described, what fits is taken, and what does not is refused',
      missing: python.missing,
    },
    async () => {
      const records = await makeRecords(await app.staff());
      const [, session = ''] = (await sessionCookie(app)).split('=');
      const base = await readFile(join(PROGRAMS, 'schemathesis.toml'), 'utf8');
      const auths = { none: '', session: `[auth.openapi.session]\napi_key = "${session}"\n\n` };
      const ran = await Promise.all(
        Object.entries(auths).map(async ([name, auth]) => {
          const cwd = join(work, name);
          await mkdir(cwd);
          const config = join(cwd, 'schemathesis.toml');
          await writeFile(config, base.replace('[[operations]]', `${auth}[[operations]]`));
          const args = ['--config-file', config, 'run', DOCUMENT, '--checks', 'all', '--url', app.url];
          const env = {
            SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
            PYTHONPATH: PROGRAMS,
            RECORDS: JSON.stringify(records),
          };
          return run(join(python.folder, 'schemathesis'), args, { cwd, env });
        }),
      );
      expect(ran.map(({ code, output }) => (code === 0 ? '' : output))).toEqual(['', '']);
    },
    600_000,
  );
});

/** Records to ask for, by what their paths begin with. */
async function makeRecords(staff: Agent): Promise<Record<string, string>> {
  const { moment, images } = await createMomentWithImages(staff, 2);
  const optimization = await submittedOptimization(staff);
  return {
    '/api/gmb-optimizations/public/': optimization.publicLink,
    '/api/gmb-optimizations/': optimization.id,
    '/api/images/': images[0]!.id,
    '/api/moments/': moment.id,
    '/api/public/': moment.id,
    '/api/clients/': moment.clientId,
    '/api/agencies/': (await createAgency(staff)).id,
  };
}
