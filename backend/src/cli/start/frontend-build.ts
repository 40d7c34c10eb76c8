import { readdir, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { childEnvironment } from '../../config.js';
import { failedWith, messageOf, OperatorError, unlessMissing } from '../../platform/operator-error.js';
import { runProgram } from './run-program.js';

/** Folders in `frontend` whose changes need no new build. Changed tests within `src` do cause one. */
const IGNORED = new Set(['dist', 'node_modules', 'e2e', 'test-results', 'playwright-report', 'coverage']);

/**
 * Builds the frontend if there is no build, or if one of its sources is newer than the build.
 * @throws OperatorError when vite is not installed or the build fails
 */
export async function buildOutdatedFrontend(
  root: string,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const frontend = join(root, 'frontend');
  // The outputs of the first and the second half of a build; an interrupted build lacks the second.
  const outputs = ['dist/index.html', 'dist/server/server.mjs'].map((name) => join(frontend, name));
  const startedAt = new Date();
  const builtAt = Math.min(...(await Promise.all(outputs.map(modifiedAt))));
  if (builtAt > 0 && (await newestSourceTime(root)) <= builtAt) return;
  print('Building the frontend …');
  const env = childEnvironment({ NODE_ENV: 'production' });
  const ended = await runProgram(process.execPath, [findVite(frontend), 'build'], { cwd: frontend, env, signal });
  signal?.throwIfAborted();
  if (!ended.ok) throw new OperatorError(`The frontend could not be built (${ended.ending}):\n${ended.output.trim()}`);
  // The outputs get the start time of the build, because files saved during the build may be missing from it.
  await Promise.all(outputs.map((output) => utimes(output, startedAt, startedAt)));
}

/** Returns when the newest source was modified, in milliseconds since 1970. */
async function newestSourceTime(root: string): Promise<number> {
  const frontend = join(root, 'frontend');
  const names = (await readdir(frontend)).filter((name) => !IGNORED.has(name) && !name.startsWith('.'));
  const sources = [...names.map((name) => join(frontend, name)), join(root, 'backend/src/contract')];
  const nested = await Promise.all(sources.map(entriesBelow));
  // Folders count too, because removing a file changes their modification time.
  const paths = [join(root, 'package-lock.json'), ...sources, ...nested.flat()];
  return Math.max(...(await Promise.all(paths.map(modifiedAt))));
}

/** Paths of all files and folders below a folder; none for a file. */
async function entriesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if (failedWith(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
  return names.map((name) => join(folder, name));
}

/**
 * Returns when a file or folder was modified, in whole milliseconds since 1970 like `utimes`; 0 when it does not
 * exist.
 */
async function modifiedAt(path: string): Promise<number> {
  return Math.floor((await unlessMissing(stat(path)))?.mtimeMs ?? 0);
}

/**
 * Path of vite's command line program.
 * @throws OperatorError when vite is not installed
 */
export function findVite(frontend: string): string {
  try {
    return join(dirname(createRequire(join(frontend, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  } catch (error) {
    throw new OperatorError(
      `vite, which builds the screens, is not installed: run npm ci without --omit=dev (${messageOf(error).split('\n')[0]})`,
    );
  }
}
