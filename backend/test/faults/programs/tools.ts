import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Programs of others that read the API's document. They are no dependencies: they are fetched once, where they can be. */

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/gmb-programs', import.meta.url));
const NPM = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];
const PIP = ['openapi-python-client==0.29.1', 'schemathesis==4.32.5'];

const execute = promisify(execFile);

/** What a program said, and how it ended. */
export interface Ran {
  code: number;
  output: string;
}

/** Runs a program to its end. */
export async function run(
  command: string,
  args: string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<Ran> {
  const env = { ...process.env, NODE_OPTIONS: '', ...options.env };
  try {
    const { stdout } = await execute(command, args, { ...options, env, maxBuffer: 100_000_000 });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { code: typeof code === 'number' ? code : 1, output: `${stdout}\n${stderr}\n${String(error)}` };
  }
}

/** The folder of the generator for TypeScript and its parts; `null` where they cannot be had, which is printed. */
export async function typescriptTools(): Promise<string | null> {
  const folder = join(CACHE, 'typescript');
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return folder;
  await mkdir(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...NPM];
  return orReason(await run('npm', args, { cwd: folder }), folder, 'The TypeScript client is not generated');
}

/** The programs of a Python environment with the generator and the checker; `null` where they cannot be had, which is printed. */
export async function pythonTools(): Promise<string | null> {
  const folder = join(CACHE, 'python');
  const programs = join(folder, 'bin');
  if (existsSync(join(programs, 'schemathesis')) && existsSync(join(programs, 'openapi-python-client')))
    return programs;
  await mkdir(CACHE, { recursive: true });
  const made = await run('python3', ['-m', 'venv', folder], { cwd: CACHE });
  const installed = made.code === 0 ? await run(join(programs, 'pip'), ['install', ...PIP], { cwd: CACHE }) : made;
  return orReason(installed, programs, 'Python programs do not try the API');
}

function orReason({ code, output }: Ran, folder: string, what: string): string | null {
  if (code === 0) return folder;
  console.warn(`${what}: ${output.trim().split('\n').slice(-3).join(' ')}`);
  return null;
}
