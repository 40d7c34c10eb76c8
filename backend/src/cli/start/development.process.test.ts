import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartedProgram, temporaryFolder, waitUntil } from '../../../test/checkout.js';
import { compileOnChange, screensServer } from './development.js';

const project = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const packages = join(project, 'node_modules');
const CONFIG = { compilerOptions: { rootDir: '.', outDir: 'dist', module: 'NodeNext', strict: true, types: [] } };

describe('the backend, in development', () => {
  let root: string;
  let stop: AbortController;
  let lines: string[];
  let compilations: number;

  beforeEach(() => {
    root = temporaryFolder();
    for (const folder of ['src', 'migrations']) mkdirSync(join(root, 'backend', folder), { recursive: true });
    symlinkSync(packages, join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(root, 'backend/tsconfig.json'), JSON.stringify({ ...CONFIG, include: ['src', 'migrations'] }));
    [stop, lines, compilations] = [new AbortController(), [], 0];
    compileOnChange(root, {
      print: (line) => lines.push(line),
      onCompiled: () => (compilations += 1),
      signal: stop.signal,
    });
  });
  afterEach(() => {
    stop.abort();
    rmSync(root, { recursive: true });
  });

  const save = (name: string, text: string) => writeFileSync(join(root, 'backend', name), text);

  it.each(['src', 'migrations'])('is compiled when a file in %s changes', async (folder) => {
    save(`${folder}/one.ts`, 'export const one: number = 1;');
    await waitUntil(() => compilations > 0, 'it is compiled');
    expect(existsSync(join(root, 'backend/dist', folder, 'one.js'))).toBe(true);
    expect(lines).toEqual([]);
  });

  it('is not restarted while it does not compile, and prints the errors', async () => {
    save('src/one.ts', "export const one: number = 'one';");
    await waitUntil(() => lines.length > 0, 'the error is printed');
    expect(lines[0]).toMatch(/one\.ts\(1,14\): error TS2322: /);
    expect(compilations).toBe(0);
    save('src/one.ts', 'export const one: number = 1;');
    await waitUntil(() => compilations > 0, 'it is compiled');
  });

  it('is not compiled when only a test changes', async () => {
    save('src/one.test.ts', 'export const one: number = 1;');
    save('src/one.ts', 'export const one: number = 1;');
    await waitUntil(() => compilations > 0, 'it is compiled');
    expect(compilations).toBe(1);
  });
});

describe('the server of the screens, in development', () => {
  it('sends requests for data to the API, wherever it listens', async () => {
    const api = createServer((request, response) => response.end(`${request.url} of the API`)).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const { file, args = [], env } = screensServer(project, `http://127.0.0.1:${(api.address() as AddressInfo).port}`);
    const options = ['--host', '127.0.0.1', '--port', '0'];
    const vite = new StartedProgram(spawn(process.execPath, [file, ...args, ...options], { env, stdio: 'pipe' }));
    try {
      const [url] = await vite.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
      for (const path of ['/api/health/live', '/media/photo.jpg']) {
        expect(await (await fetch(`${url}${path}`)).text()).toBe(`${path} of the API`);
      }
    } finally {
      await vite.stop();
      api.close();
    }
  });
});
