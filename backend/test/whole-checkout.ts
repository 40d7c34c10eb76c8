import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartedProgram, temporaryFolder, writeFrontendBuild } from './checkout.js';

const project = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const COPIED = [
  'package.json',
  'tsconfig.json',
  'backend/package.json',
  'backend/tsconfig.json',
  'backend/src',
  'backend/migrations',
  'backend/documents',
  'backend/samples',
  'backend/dist',
  'docs/asyncapi.json',
  'docs/openapi.json',
];
const INSTALLED = ['node_modules', 'backend/node_modules'];

/** A checkout of the whole product, except for its screens, to run its npm scripts in. */
export class WholeCheckout {
  readonly root = join(temporaryFolder(), 'a checkout');
  private readonly started: StartedProgram[] = [];

  constructor() {
    for (const path of COPIED) {
      cpSync(join(project, path), join(this.root, path), { recursive: true, preserveTimestamps: true });
    }
    for (const path of INSTALLED.filter((folder) => existsSync(join(project, folder)))) {
      symlinkSync(join(project, path), join(this.root, path));
    }
    writeFrontendBuild(this.root);
  }

  /** Runs an npm script, from the project's folder or another one. */
  npm(args: string[], env: NodeJS.ProcessEnv = {}, folder = this.root): StartedProgram {
    return this.run('npm', ['--prefix', this.root, '--silent', 'run', ...args], env, folder);
  }

  /** Runs a compiled program itself, so that its process can be killed. */
  node(file: string, args: string[], env: NodeJS.ProcessEnv = {}): StartedProgram {
    return this.run(process.execPath, [join(this.root, 'backend/dist/src', file), ...args], env, this.root);
  }

  /** Stops what still runs and removes the folder, and the temporary one around it. */
  async remove(): Promise<void> {
    await Promise.all(this.started.map((run) => run.stop()));
    rmSync(dirname(this.root), { recursive: true, force: true });
  }

  private run(file: string, args: string[], env: NodeJS.ProcessEnv, cwd: string): StartedProgram {
    const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', HOST: '127.0.0.1' };
    const run = new StartedProgram(
      spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...own, ...env } }),
    );
    this.started.push(run);
    return run;
  }
}
