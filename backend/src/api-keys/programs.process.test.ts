import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKey } from '../../test/api-keys.js';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createMoment, jpeg } from '../../test/factories.js';
import type { ImageView } from '../contract/images.js';

const run = promisify(execFile);
const SCRIPTS = fileURLToPath(new URL('../../../docs/programs/', import.meta.url));

describe('the scripts of docs/programs.md, by an API key', () => {
  let app: TestApp;
  let staff: Agent;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    await app.startWorker();
    folder = await mkdtemp(join(tmpdir(), 'gmb-photos-'));
    for (let photo = 1; photo <= 7; photo += 1) await writeFile(join(folder, `photo ${photo}.jpg`), await jpeg());
    await writeFile(join(folder, 'notes.txt'), 'no photo');
    const { token } = await createKey(staff, { role: 'editor' });
    env = { ...process.env, GMB_URL: app.url, GMB_KEY: token };
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const node = async (...task: string[]): Promise<string> =>
    (await run(process.execPath, [join(SCRIPTS, 'programs.mjs'), ...task], { env })).stdout;
  const imagesOf = async (momentId: string): Promise<ImageView[]> =>
    (await staff.get(`/api/moments/${momentId}/images`).expect(200)).body;

  it.each([
    ['curl', (id: string) => run('bash', [join(SCRIPTS, 'upload-folder.sh'), id, folder], { env })],
    ['Node', (id: string) => node('upload', id, folder)],
  ])('upload a folder with %s, and nothing twice', async (_how, upload) => {
    const { id } = await createMoment(staff);
    for (let time = 1; time <= 2; time += 1) {
      await upload(id);
      const names = (await imagesOf(id)).map(({ fileName }) => fileName);
      expect(names).toEqual(Array.from({ length: 7 }, (_none, index) => `photo ${index + 1}.jpg`));
    }
  });

  it('wait for captions', async () => {
    const { id } = await createMoment(staff);
    await node('upload', id, folder);
    expect(await node('captions', id)).toBe('completed: 7 of 7, 0 failed\n');
    for (const { title } of await imagesOf(id)) expect(title).not.toBe('');
  });

  it('read decisions since a time, and go on where they were', async () => {
    const since = new Date().toISOString();
    const { id } = await createMoment(staff);
    await node('upload', id, folder);
    const [first, second] = (await imagesOf(id)) as [ImageView, ImageView];
    await app.visitor().post(`/api/images/${first.id}/approve`).expect(200);
    let cursor = '';
    await eventually(async () => {
      const lines = (await node('decisions', since)).trim().split('\n');
      cursor = lines.pop()!;
      expect(lines).toEqual([expect.stringMatching(/ image\.approved photo 1\.jpg/)]);
    });
    await app.visitor().post(`/api/images/${second.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
    await eventually(async () => {
      const [line] = (await node('decisions', cursor)).split('\n');
      expect(line).toMatch(/ image\.rejected photo 2\.jpg .*Too dark$/);
    });
  });
});
