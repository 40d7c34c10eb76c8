import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const READY = /is ready at (http:\/\/\S+)/;
/** Shorter than the fixture's timeout, so that the fixture can stop a product that hangs. */
const START_MS = 100_000;

/** How the product is started: with `npm start`, which builds first, or without building. */
export type StartCommand = 'npm start' | 'node .';

/** A running product with its processes, and an embedded database unless the environment names another. */
export interface RunningProduct {
  url: string;
  /** Process ids of the API, or of the workers. */
  pids(role: 'api' | 'worker'): Promise<number[]>;
  /** URL of its database. */
  databaseUrl(): Promise<string>;
  /** Resolves when all of its processes have ended. */
  stop(): Promise<void>;
}

/**
 * Starts the product on a free port and resolves when it is ready.
 * @param logFile path of the file for its output
 * @throws Error with the end of its output if it exits or is not ready in time; then all processes are stopped
 */
export async function startProduct(
  command: StartCommand,
  logFile: string,
  env: Record<string, string>,
): Promise<RunningProduct> {
  await mkdir(dirname(logFile), { recursive: true });
  const [program, ...args] = command.split(' ') as [string, ...string[]];
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Usually the fixtures stop it; this is for when Playwright kills their process.
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      end();
      await once(child, 'exit');
    }
    process.off('exit', end);
  };
  try {
    const url = await untilReady(child, logFile);
    const processes = (role: string) => childrenOf(child.pid!, role);
    return {
      url,
      pids: async (role) => (await processes(role)).map(({ pid }) => pid),
      databaseUrl: async () => (await processes('api'))[0]!.databaseUrl!,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the URL that the product prints when it is ready */
function untilReady(child: ChildProcess, logFile: string): Promise<string> {
  const log = createWriteStream(logFile);
  let output = '';
  return new Promise<string>((resolve, reject) => {
    const refuse = (reason: string) => reject(new Error(`The product ${reason}:\n${output}`));
    const timer = setTimeout(() => refuse(`was not ready after ${START_MS / 1000} s`), START_MS);
    const read = (chunk: Buffer): void => {
      log.write(chunk);
      output = (output + chunk.toString()).slice(-10_000);
      const ready = READY.exec(output);
      if (!ready) return;
      clearTimeout(timer);
      resolve(ready[1]!);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('error', ({ message }) => refuse(`could not be started (${message})`));
    child.once('exit', (code, signal) => refuse(`ended with ${signal ?? code}`));
    child.once('close', () => {
      clearTimeout(timer);
      log.end();
    });
  });
}

/** Descendants of a process whose environment names this role (Linux: read from /proc). */
async function childrenOf(ancestor: number, role: string): Promise<ProcessFacts[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const facts = await Promise.all(pids.map(readProcess));
  const known = new Map(facts.flatMap((fact) => (fact ? [[fact.pid, fact]] : [])));
  const descends = (pid: number): boolean => pid === ancestor || (known.has(pid) && descends(known.get(pid)!.parent));
  return [...known.values()].filter((fact) => descends(fact.parent) && fact.roles === role);
}

interface ProcessFacts {
  pid: number;
  parent: number;
  roles: string | undefined;
  databaseUrl: string | undefined;
}

async function readProcess(pid: number): Promise<ProcessFacts | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    const valueOf = (name: string) =>
      environment
        .split('\0')
        .find((entry) => entry.startsWith(`${name}=`))
        ?.slice(name.length + 1);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parent, roles: valueOf('ROLES'), databaseUrl: valueOf('DATABASE_URL') };
  } catch {
    // The process ended meanwhile.
    return null;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
