import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';

const BACKEND = fileURLToPath(new URL('../../', import.meta.url));
/** What depends most on the version of Node: processes, limits of memory, streams of files, HTTP and sockets. */
const CHOSEN = [
  'src/pictures',
  'src/images',
  'src/platform/http',
  'src/platform/storage',
  'src/database',
  'src/realtime',
];
/** `NODE24_TESTS=all` runs all tests of the backend. */
const chosen = process.env['NODE24_TESTS'] === 'all' ? [] : CHOSEN;

describe('the backend on Node 24, which the image uses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmb-node-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The binary of NODE24_BIN, or of npm's package for this system. */
  function binary(): string {
    const { NODE24_BIN: given } = process.env;
    if (given && existsSync(given)) return given;
    const name = `node-${platform()}-${arch()}`;
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, `${name}@24`], { stdio: 'pipe' });
    return join(folder, 'node_modules', name, 'bin', 'node');
  }

  it(`passes ${chosen.length > 0 ? `the tests in ${chosen.join(', ')}` : 'all of its tests'}`, async () => {
    const node = binary();
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./);
    const jest = join(BACKEND, '../node_modules/jest/bin/jest.js');
    const env = {
      ...process.env,
      PATH: `${dirname(node)}:${process.env['PATH']}`,
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
    };
    // As all of this lane: other tests keep the machine busy meanwhile.
    const child = spawn(node, [jest, '--testTimeout=120000', ...chosen], {
      cwd: BACKEND,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, code === 0 ? '' : said]).toEqual([0, '']);
  }, 3_600_000);
});
