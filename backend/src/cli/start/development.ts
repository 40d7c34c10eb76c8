import { watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.js';
import type { NodeProgram } from './supervisor.js';
import { findVite } from './frontend-build.js';

/** Delay before compiling, because an editor may save several files at once. */
const COMPILE_AFTER_MS = 200;

interface CompileOptions {
  print: (line: string) => void;
  /** Called after each compilation without errors. */
  onCompiled: () => void;
  signal: AbortSignal;
}

/**
 * Compiles the backend after each change of its sources, and prints errors. It does not use `tsc --watch`, because
 * that starts a child process that continues when the compiler is stopped.
 */
export function compileOnChange(root: string, { print, onCompiled, signal }: CompileOptions): void {
  const compiler = join(
    dirname(createRequire(join(root, 'package.json')).resolve('typescript/package.json')),
    'bin/tsc',
  );
  let timer: NodeJS.Timeout | undefined;
  let compiled = Promise.resolve();
  const compile = async () => {
    const { ok, output } = await runProgram(process.execPath, [compiler, '-b', 'backend'], { cwd: root, signal });
    if (ok) onCompiled();
    else if (!signal.aborted) print(output.trim());
  };
  const onChange = (_event: string, name: string | null) => {
    if (name?.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => (compiled = compiled.then(compile)), COMPILE_AFTER_MS);
  };
  for (const folder of ['src', 'migrations']) {
    watch(join(root, 'backend', folder), { recursive: true, signal }, onChange);
  }
}

/**
 * Returns the program of vite's development server, which forwards API requests to `apiUrl` and updates open pages.
 */
export function screensServer(root: string, apiUrl: string): NodeProgram {
  const frontend = join(root, 'frontend');
  return { name: 'The server of the screens', file: findVite(frontend), args: [frontend], env: { API_URL: apiUrl } };
}
