import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createApproved, deliver, download } from '../../test/deliveries.js';

const COMMAND = fileURLToPath(new URL('../../dist/src/cli/verify.js', import.meta.url));

describe('npm run verify', () => {
  let app: TestApp;
  let staff: Agent;
  let folder: string;
  let names: string[];

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    folder = await mkdtemp(join(tmpdir(), 'verify-'));
    const { momentId } = await createApproved(staff, [{}, { texts: { title: 'Roses' } }]);
    const { id } = await deliver(staff, momentId);
    const files = await download(staff, id);
    names = Object.keys(files);
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const certificate = await staff.get(`/api/deliveries/${id}/certificate.json`).expect(200);
    await writeFile(join(folder, 'certificate.json'), JSON.stringify(certificate.body));
    await writeFile(join(folder, 'other-key.json'), '{"keys":[]}');
    await writeFile(join(folder, 'changed.json'), JSON.stringify({ ...certificate.body, payload: 'e30' }));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await app.close();
  });

  /** Runs the command in the folder, without the environment of a product. */
  const run = (...given: string[]) =>
    new Promise<{ code: number; said: string }>((done) => {
      execFile(process.execPath, [COMMAND, ...given], { env: { INIT_CWD: folder } }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      );
    });

  it('says which files are as they were delivered, and who signed', async () => {
    const key = `${app.url}/api/certificate-keys`;
    const { code, said } = await run('--key', key, 'certificate.json', ...names);
    expect(said).toMatch(/^The signature is right\. Evidence of approval, not a qualified electronic signature\./u);
    expect(said).toContain(`which ${key} has`);
    expect(said).toMatch(/01-tulips-in-the-window\.jpg: as approved by .+, version \d/u);
    expect(code).toBe(0);
    const alone = await run('certificate.json');
    expect([alone.code, alone.said]).toEqual([0, expect.stringContaining('give --key to check whose it is')]);
  });

  it('ends with 1 for another key, and changed, strange and missing files and certificates', async () => {
    const other = await run('--key', 'other-key.json', 'certificate.json', ...names);
    expect([other.code, other.said]).toEqual([1, expect.stringContaining('somebody else signed it')]);
    await writeFile(join(folder, names[0]!), 'another');
    const { code, said } = await run('certificate.json', names[0]!, 'other-key.json');
    for (const line of [`${names[0]}: CHANGED`, 'other-key.json: NOT CERTIFIED', `${names[1]}: MISSING`])
      expect(said).toContain(line);
    expect(code).toBe(1);
    const changed = await run('changed.json');
    expect([changed.code, changed.said]).toEqual([1, 'The certificate was changed after it was signed.\n']);
    expect((await run('nothing.json')).said).toContain('nothing.json cannot be read');
    expect((await run()).said).toContain('Usage: npm run verify');
  });
});
