import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { itUnless } from './it-unless.js';

const PREPARE = fileURLToPath(new URL('./prepare.js', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** An apt-get that notes its arguments, and installs what is named like a program by making that program. */
const APT_GET = `#!/bin/sh
echo "$*" >>"$BIN/installed"
for last; do :; done
case "$last" in
  -qq) exit 0 ;;
  chromium-headless-shell) exit 100 ;;
esac
echo '#!/bin/sh' >"$BIN/$last"
/bin/chmod +x "$BIN/$last"
`;

describe('the preparation of the tests on a machine without their programs', () => {
  let folder: string;
  let bin: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gmb-prepare-'));
    bin = join(folder, 'bin');
    mkdirSync(bin);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const prepare = (...args: string[]) =>
    spawnSync(process.execPath, [PREPARE, ...args], {
      encoding: 'utf8',
      env: { PATH: bin, BIN: bin, XDG_CACHE_HOME: join(folder, 'cache') },
    });

  it('names what is missing, and how it is installed, where nothing can be installed', () => {
    const { status, stdout, stderr } = prepare();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      'Tests that need these programs are skipped, since they are missing here: ' +
        'chromium (sudo apt-get install chromium-headless-shell), redis-server (sudo apt-get install redis-server), ' +
        'perl (sudo apt-get install perl).\n',
    );
  });

  it('names the programs of the other lanes where these are asked for', () => {
    const { status, stdout } = prepare('--faults');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /caddy \(.*\), minio \(go fetches it; or set MINIO_BIN\), helm \(.*\), node-24 \(.*\), ip \(.*\), nft \(/,
    );
  });

  itUnless(
    isRoot ? null : 'only root installs packages',
    'installs packages as root, another one where the first does not exist',
    () => {
      writeFileSync(join(bin, 'apt-get'), APT_GET, { mode: 0o755 });
      const { status, stdout } = prepare();
      expect(status).toBe(0);
      expect(stdout).toContain('Installing chromium, redis-server, perl for the tests');
      expect(stdout).not.toContain('missing');
      const calls = readFileSync(join(bin, 'installed'), 'utf8').trim().split('\n');
      expect(calls.map((call) => call.split(' ').at(-1))).toEqual([
        '-qq',
        'chromium-headless-shell',
        'chromium',
        'redis-server',
        'perl',
      ]);
    },
  );
});
