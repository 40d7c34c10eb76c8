import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { whyMissing } from './programs.js';

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);
/** Of several test runs on one machine, each has a number of its own. */
const NUMBERS = 200;

/** What one run names its things by. */
class Names {
  readonly bridge: string;
  /** The first three numbers of all addresses. */
  readonly network: string;
  /** Address of the machine that the tests run on, as the hosts see it. */
  readonly outside: string;

  constructor(readonly number: number) {
    this.bridge = `gmb-${number}`;
    this.network = `10.231.${number}`;
    this.outside = `${this.network}.1`;
  }

  space(host: string): string {
    return `${this.bridge}-${host}`;
  }

  /** What `ip netns exec` puts over the folder /etc of a host. */
  etc(host: string): string {
    return `/etc/netns/${this.space(host)}`;
  }
}

/** A host of its own: a network namespace with one address, on a bridge with all others. */
export interface Host {
  name: string;
  address: string;
  /** Starts a program on the host. */
  start(program: string[], options?: { env?: Record<string, string>; ipc?: boolean }): Program;
  /** Drops what comes in from these hosts without a word: a link that is cut one way. */
  dropFrom(...others: Host[]): Promise<void>;
  /** Takes everything again. */
  takeAll(): Promise<void>;
  /** Every process on the host stands still, or goes on, or dies. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void>;
}

export interface Program {
  child: ChildProcess;
  log(): string;
}

/** Why no host can be made on this machine; `null` where they can. */
export async function whyNoHosts(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const missing = whyMissing('ip', 'nft', 'redis-server');
  if (missing) return missing;
  const probe = `gmb-probe-${process.pid}`;
  try {
    await ip('netns', 'add', probe);
    await run('ip', ['netns', 'exec', probe, 'nft', 'list', 'tables']);
    return null;
  } catch (error) {
    return `ip netns or nft cannot be used here: ${String(error).split('\n')[0]}`;
  } finally {
    await ip('netns', 'del', probe).catch(() => undefined);
  }
}

export interface Hosts<Name extends string> {
  host: Record<Name, Host>;
  /** Has a name lead to this host, for all that look it up on a host from now on. */
  lead(name: string, to: Host): Promise<void>;
  /** Lets the hosts reach a server on this machine's loopback; returns its address for them. */
  showOutside(url: string): Promise<{ url: string; close(): void }>;
  /** Ends all processes on the hosts, and removes them. */
  remove(): Promise<void>;
}

/** Makes hosts that reach each other and the machine of the tests. Needs root. */
export async function makeHosts<Name extends string>(hostNames: readonly Name[]): Promise<Hosts<Name>> {
  const names = await takeNumber();
  const addresses = new Map([['localhost', '127.0.0.1']]);
  // Written in place, since a process on a host sees the file that was there when it started.
  const writeAddresses = async (): Promise<void> => {
    const lines = [...addresses].map(([name, address]) => `${address} ${name}\n`).join('');
    for (const name of hostNames) await writeFile(`${names.etc(name)}/hosts`, lines);
  };
  for (const name of hostNames) await mkdir(names.etc(name), { recursive: true });
  await writeAddresses();
  await ip('addr', 'add', `${names.outside}/24`, 'dev', names.bridge);
  await ip('link', 'set', names.bridge, 'up');
  const hosts: Host[] = [];
  for (const [index, name] of hostNames.entries()) hosts.push(await makeHost(names, name, index + 2));
  return {
    host: Object.fromEntries(hosts.map((host) => [host.name, host])) as Record<Name, Host>,
    lead: async (name, to) => {
      addresses.set(name, to.address);
      await writeAddresses();
    },
    showOutside: (url) => showOutside(url, names.outside),
    remove: () => removeAll(names),
  };
}

/** Has a number that no other run has, by making its bridge. */
async function takeNumber(): Promise<Names> {
  const all = Array.from({ length: NUMBERS }, (_none, index) => new Names(index + 1));
  for (const names of all) await removeLeftBehind(names);
  for (const names of all) {
    const isTaken = await ip('link', 'add', names.bridge, 'type', 'bridge').then(
      () => true,
      () => false,
    );
    if (!isTaken) continue;
    await ip('link', 'set', names.bridge, 'alias', String(process.pid));
    return names;
  }
  throw new Error(`${NUMBERS} runs have hosts on this machine already.`);
}

/** Removes the hosts of a run that was killed. One run at a time does so. */
async function removeLeftBehind(names: Names): Promise<void> {
  const { bridge } = names;
  const isLeftBehind = async (): Promise<boolean> => {
    const owner = (await readFile(`/sys/class/net/${bridge}/ifalias`, 'utf8').catch(() => '')).trim();
    return owner !== '' && !existsSync(`/proc/${owner}`);
  };
  if (!(await isLeftBehind())) return;
  const lock = `/run/${bridge}.lock`;
  try {
    await mkdir(lock);
  } catch {
    return;
  }
  try {
    if (await isLeftBehind()) await removeAll(names);
  } finally {
    await rmdir(lock);
  }
}

/** Ends all processes of a run's hosts, and removes everything, its bridge last. */
async function removeAll({ bridge }: Names): Promise<void> {
  const { stdout: links } = await ip('-o', 'link', 'show', 'master', bridge);
  const { stdout: spaces } = await ip('netns', 'list');
  for (const space of spaces.match(RegExp(`^${bridge}-\\S+`, 'gm')) ?? []) {
    await signalAll(space, 'SIGKILL');
    await ip('netns', 'del', space);
    await rm(`/etc/netns/${space}`, { recursive: true, force: true });
  }
  // The kernel removes a host's link later than the host.
  for (const [, link] of links.matchAll(/^\d+: (\S+?)@/gm)) await ip('link', 'del', link!).catch(() => undefined);
  await ip('link', 'del', bridge);
}

/** Signals every process of a host; those that are killed have ended afterwards. */
async function signalAll(space: string, signal: NodeJS.Signals): Promise<void> {
  for (;;) {
    const { stdout } = await ip('netns', 'pids', space);
    const pids = stdout.split('\n').filter(Boolean);
    for (const pid of pids) {
      try {
        process.kill(Number(pid), signal);
      } catch {
        // It has ended meanwhile.
      }
    }
    if (signal !== 'SIGKILL' || pids.length === 0) return;
  }
}

async function makeHost(names: Names, name: string, number: number): Promise<Host> {
  const { bridge, network } = names;
  const space = names.space(name);
  const [outer, inner, address] = [`${bridge}-o${number}`, `${bridge}-i${number}`, `${network}.${number}`];
  await ip('netns', 'add', space);
  await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', space);
  await ip('link', 'set', outer, 'master', bridge, 'up');
  await ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', inner);
  for (const link of [inner, 'lo']) await ip('-n', space, 'link', 'set', link, 'up');
  const rules = async (text: string): Promise<void> => {
    const nft = spawn('ip', ['netns', 'exec', space, 'nft', '-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
    nft.stdin.end(text);
    const [code] = (await once(nft, 'exit')) as [number];
    if (code !== 0) throw new Error(`nft refused on ${name}: ${text}`);
  };
  return {
    name,
    address,
    start: (program, { env = {}, ipc = false } = {}) => start(['netns', 'exec', space, ...program], env, ipc),
    dropFrom: (...others) => {
      const drops = others.map((other) => `ip saddr ${other.address} drop`);
      const chain = ['chain input {', 'type filter hook input priority 0', ...drops, '}'];
      return rules(['table inet faults {', ...chain, '}', ''].join('\n'));
    },
    takeAll: () => rules('add table inet faults\ndelete table inet faults\n'),
    signal: (signal) => signalAll(space, signal),
  };
}

function start(args: string[], env: Record<string, string>, ipc: boolean): Program {
  const child = spawn('ip', args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString('utf8')).slice(-200_000)));
  }
  return { child, log: () => log };
}

async function showOutside(url: string, outside: string): Promise<{ url: string; close(): void }> {
  const target = new URL(url);
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) {
      socket.on('error', () => undefined).on('close', () => [incoming, outgoing].forEach((one) => one.destroy()));
    }
  }).listen(0, outside);
  await once(server, 'listening');
  const shown = new URL(url);
  shown.host = `${outside}:${(server.address() as AddressInfo).port}`;
  return { url: shown.href, close: () => void server.close() };
}
