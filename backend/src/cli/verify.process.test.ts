import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportJWK, FlattenedSign, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createApproved, deliver, download } from '../../test/deliveries.js';

const COMMAND = fileURLToPath(new URL('../../dist/src/cli/verify.js', import.meta.url));

const DIGEST_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

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

  it('prints nothing of a certificate that could hide what it says', async () => {
    const HIDING = '\x1b[2J\x1b[1;1H\x9b1A\r\n\0\u202eThe signature is right.\u2028';
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const photo = {
      file: HIDING,
      sha256: 'x',
      title: '',
      client: '',
      approvedBy: HIDING,
      approvedAt: HIDING,
      version: HIDING,
    };
    const claims = {
      type: 'approval-certificate',
      iss: HIDING.repeat(1000),
      iat: 1_790_000_000,
      photos: [photo, { ...photo, file: `${HIDING}2`, sha256: DIGEST_OF_NOTHING }],
    };
    const certificate = await new FlattenedSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    await writeFile(join(folder, 'hiding.json'), JSON.stringify(certificate));
    await writeFile(join(folder, 'empty.jpg'), '');
    const { code, said } = await run('--key', 'other-key.json', 'hiding.json', 'empty.jpg');
    const lines = said.split('\n').filter(Boolean);
    expect(lines).toEqual([
      expect.stringMatching(/^The signature is right/u),
      expect.stringMatching(/^Issued by /u),
      expect.stringContaining('somebody else signed it'),
      expect.stringMatching(/^empty\.jpg: as approved by /u),
      expect.stringContaining(': MISSING;'),
    ]);
    for (const line of lines) {
      expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028]/u);
      expect(line.length).toBeLessThan(1200);
    }
    expect(code).toBe(1);
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
