import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { itUnless } from '../../test/it-unless.js';
import { findProgram, whyMissing } from '../../test/programs.js';
import { ZipStream } from './zip-stream.js';

const NAMES = ['01-tulips.jpg', 'عيادة الميناء/02-تبييض.jpg', '03-桜の花束.jpg', '04-🌸 👩‍🍳.jpg', '05-Blüten.jpg'];
/** Prints names and digests, as JSON. */
const PYTHON = `import hashlib, json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
assert zip.testzip() is None
print(json.dumps([[name, hashlib.sha256(zip.read(name)).hexdigest()] for name in zip.namelist()]))`;

const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('the ZIP of a delivery', () => {
  let folder: string;
  let zip: Buffer;
  let expected: [name: string, sha256: string][];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zip-'));
    const target = new PassThrough();
    const sent = buffer(target);
    const stream = new ZipStream(target);
    expected = [];
    for (const [index, name] of NAMES.entries()) {
      const content = randomBytes(300_000 * index);
      const parts = () => Readable.from([content.subarray(0, 1000), content.subarray(1000)]);
      expected.push([name, (await stream.addFile(name, parts)).sha256]);
    }
    stream.addText('manifest.json', '{}');
    expected.push(['manifest.json', digest(Buffer.from('{}'))]);
    await stream.end(async () => undefined);
    zip = await sent;
    await writeFile(join(folder, 'photos.zip'), zip);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read by fflate', () => {
    const files = Object.entries(unzipSync(zip)).map(([name, content]) => [name, digest(content)]);
    expect(files).toEqual(expected);
  });

  itUnless(whyMissing('python3'), 'is read by Python', async () => {
    const args = ['-c', PYTHON, join(folder, 'photos.zip')];
    const { stdout } = await promisify(execFile)(findProgram('python3')!, args, {
      env: { PYTHONIOENCODING: 'utf-8' },
    });
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  // It finds the end of each file by what stands behind it, since the list at the end of the ZIP has not come.
  itUnless(whyMissing('bsdtar'), 'is read by libarchive while it comes', async () => {
    const target = join(folder, 'unpacked');
    await promisify(execFile)('mkdir', [target]);
    const env = { LC_ALL: 'C.UTF-8' };
    const child = spawn(findProgram('bsdtar')!, ['-xf', '-', '-C', target], { env, stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.end(zip);
    expect(await buffer(child.stderr)).toEqual(Buffer.alloc(0));
    for (const [name, sha256] of expected) expect(digest(await readFile(join(target, name)))).toBe(sha256);
  });

  it('ends only once it was noted that all before was taken, and not at all where that fails', async () => {
    const target = new PassThrough();
    let got = Buffer.alloc(0);
    target.on('data', (chunk: Buffer) => (got = Buffer.concat([got, chunk])));
    const stream = new ZipStream(target);
    stream.addText('manifest.json', '{}');
    await stream.end(async () => {
      expect(got.length).toBeGreaterThan(0);
      expect(() => unzipSync(got)).toThrow('invalid zip data');
    });
    expect(Object.keys(unzipSync(got))).toEqual(['manifest.json']);
    const other = new PassThrough().resume();
    const broken = new ZipStream(other);
    broken.addText('manifest.json', '{}');
    const failure = new Error('it cannot be noted');
    await expect(broken.end(() => Promise.reject(failure))).rejects.toBe(failure);
    expect([other.destroyed, other.writableFinished]).toEqual([true, false]);
  });
});
