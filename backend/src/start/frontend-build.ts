import { readFile, readdir, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { childEnvironment } from '../config.js';
import { runProgram } from './run-program.js';
import { failedWith, messageOf, StartError } from './start-error.js';

const NOT_SOURCES = new Set(['dist', 'node_modules', 'e2e', 'test-results', 'playwright-report', 'coverage']);

/** Builds the screens when anything that they are made of is newer than they are. */
export async function buildFrontendIfStale(
  root: string,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const index = join(root, 'frontend/dist/index.html');
  const startedAt = new Date();
  if (!(await isStale(root, index))) return;
  print('Building the screens …');
  await build(join(root, 'frontend'), signal);
  // What was saved while it was building is not in it.
  await utimes(index, startedAt, startedAt);
}

async function isStale(root: string, index: string): Promise<boolean> {
  const builtAt = await changedAt(index);
  if (builtAt === undefined) return true;
  const sources = await Promise.all([
    newest(join(root, 'frontend')),
    newest(join(root, 'backend/src/contract')),
    changedAt(join(root, 'package-lock.json')),
  ]);
  return sources.some((time) => time !== undefined && time > builtAt);
}

async function build(frontend: string, signal?: AbortSignal): Promise<void> {
  const env = childEnvironment({ NODE_ENV: 'production' });
  const args = [await viteProgram(frontend), 'build'];
  const ended = await runProgram(process.execPath, args, { cwd: frontend, env, signal });
  signal?.throwIfAborted();
  if (!ended.ok) throw new StartError(`The screens could not be built (${ended.how}):\n${ended.output.trim()}`);
}

async function viteProgram(frontend: string): Promise<string> {
  try {
    const manifest = createRequire(join(frontend, 'package.json')).resolve('vite/package.json');
    const { bin } = z
      .object({ bin: z.object({ vite: z.string() }) })
      .parse(JSON.parse(await readFile(manifest, 'utf8')));
    return join(dirname(manifest), bin.vite);
  } catch (error) {
    throw new StartError(
      `The screens are not built and vite, which builds them, is not installed: run npm ci without --omit=dev (${messageOf(error).split('\n')[0]})`,
    );
  }
}

/** The latest change below a folder; folders count too, as they change when a file in them is removed. */
async function newest(folder: string): Promise<number | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (failedWith(error, 'ENOENT')) return [];
    throw error;
  });
  const sources = entries.filter(({ name }) => !NOT_SOURCES.has(name) && !name.startsWith('.'));
  const times = await Promise.all(
    sources.flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [newest(path), changedAt(path)] : [changedAt(path)];
    }),
  );
  return times.reduce((latest, time) => (time !== undefined && time > (latest ?? 0) ? time : latest), undefined);
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined;
    throw error;
  }
}
