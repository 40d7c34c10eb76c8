import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../test/checkout.js';
import { buildOutdatedFrontend } from './frontend-build.js';

jest.setTimeout(180_000);
const packages = join(dirname(fileURLToPath(import.meta.url)), '../../../../node_modules');

describe('the screens', () => {
  let root: string;
  let lines: string[];

  beforeEach(() => {
    root = join(temporaryFolder(), 'a checkout');
    for (const folder of ['frontend/src/app', 'frontend/e2e', 'backend/src/contract']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    write('package-lock.json', '{}');
    write('frontend/package.json', '{ "type": "module" }');
    write('frontend/index.html', '<!doctype html><script type="module" src="/src/main.ts"></script>');
    write(
      'frontend/vite.config.ts',
      `export default { builder: {}, environments: { ssr: { build: {
        ssr: 'src/server.ts', outDir: 'dist/server', rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
      } } } };`,
    );
    write('frontend/src/server.ts', 'export const render = () => "Hello";');
    write('frontend/src/main.ts', 'import { greeting } from "./app/greeting";\ndocument.title = greeting;');
    write('frontend/src/app/greeting.ts', 'export const greeting: string = "Hello";');
    write('frontend/e2e/story.spec.ts', '');
    write('backend/src/contract/limits.ts', '');
    symlinkSync(packages, join(root, 'node_modules'));
  });
  afterEach(() => rmSync(dirname(root), { recursive: true }));

  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  const index = () => join(root, 'frontend/dist/index.html');

  /** Writes what a build leaves, without building. */
  function writeBuild(): void {
    mkdirSync(join(root, 'frontend/dist/server'), { recursive: true });
    write('frontend/dist/index.html', '');
    write('frontend/dist/server/server.mjs', '');
  }

  /** Whether it was built. */
  async function build(): Promise<boolean> {
    lines = [];
    await buildOutdatedFrontend(root, (line) => lines.push(line));
    return lines.join() === 'Building the frontend …';
  }

  function touch(path: string): void {
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, path), later, later);
  }

  it('are built when they are missing, and then not again', async () => {
    expect(await build()).toBe(true);
    expect(readFileSync(index(), 'utf8')).toMatch(/assets\/index-.*\.js/);
    expect(await build()).toBe(false);
    expect(lines).toEqual([]);
  });

  it.each([
    'frontend/src/app/greeting.ts',
    'frontend/index.html',
    'backend/src/contract/limits.ts',
    'package-lock.json',
  ])('are rebuilt when %s changed', async (path) => {
    writeBuild();
    touch(path);
    expect(await build()).toBe(true);
  });

  it('are rebuilt when a build was interrupted before its second half', async () => {
    await build();
    rmSync(join(root, 'frontend/dist/server'), { recursive: true });
    expect(await build()).toBe(true);
    expect(await build()).toBe(false);
  });

  it('are rebuilt when a source was removed', async () => {
    writeBuild();
    touch('frontend/src/app');
    expect(await build()).toBe(true);
  });

  it('are not rebuilt when only a test changed', async () => {
    writeBuild();
    touch('frontend/e2e/story.spec.ts');
    expect(await build()).toBe(false);
  });

  it('are not rebuilt when a source was saved in the millisecond in which the build began', async () => {
    writeBuild();
    const second = Math.floor(Date.now() / 1000) + 60;
    const setTime = (path: string, seconds: number) => utimesSync(join(root, path), seconds, seconds);
    for (const path of ['frontend/dist/index.html', 'frontend/dist/server/server.mjs']) setTime(path, second);
    setTime('frontend/src/main.ts', second + 0.0009);
    expect(await build()).toBe(false);
    setTime('frontend/src/main.ts', second + 0.002);
    expect(await build()).toBe(true);
  });

  it('show the error when they cannot be built', async () => {
    rmSync(join(root, 'frontend/src/app/greeting.ts'));
    await expect(build()).rejects.toThrow(/^The frontend could not be built \(code 1\):\n[^]*greeting/);
    expect(existsSync(index())).toBe(false);
  });

  it('cannot be built without vite', async () => {
    rmSync(join(root, 'node_modules'));
    await expect(build()).rejects.toThrow(
      /^vite, which builds the screens, is not installed: run npm ci without --omit=dev/,
    );
  });
});
