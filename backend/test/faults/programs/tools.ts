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

/** A folder of programs, and why they are not there where they could not be fetched. */
interface Tools {
  folder: string;
  missing: string | null;
}

/** The generator for TypeScript and its parts. */
export async function fetchTypescriptTools(): Promise<Tools> {
  const folder = join(CACHE, 'typescript');
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return { folder, missing: null };
  await mkdir(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...NPM];
  const installed = await run('npm', args, { cwd: folder });
  return { folder, missing: whyFailed(installed, `${NPM[0]} could not be installed`) };
}

/** The programs of a Python environment with the generator and the checker. */
export async function fetchPythonTools(): Promise<Tools> {
  const environment = join(CACHE, 'python');
  const folder = join(environment, 'bin');
  const isThere = ['schemathesis', 'openapi-python-client'].every((name) => existsSync(join(folder, name)));
  if (isThere) return { folder, missing: null };
  await mkdir(CACHE, { recursive: true });
  const made = await run('python3', ['-m', 'venv', environment], { cwd: CACHE });
  if (made.code !== 0) return { folder, missing: whyFailed(made, 'there is no Python with venv') };
  const installed = await run(join(folder, 'pip'), ['install', ...PIP], { cwd: CACHE });
  return { folder, missing: whyFailed(installed, `${PIP.join(' and ')} could not be installed`) };
}

function whyFailed({ code, output }: Ran, what: string): string | null {
  return code === 0 ? null : `${what}: ${output.trim().split('\n').at(-1)}`;
}
