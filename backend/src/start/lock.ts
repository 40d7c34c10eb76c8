import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readIfThere, writePrivate } from './private-file.js';
import { runProgram } from './run-program.js';
import { failedWith, StartError } from './start-error.js';

const NAME = /^start\.lock\.(\d+)$/;
const Holder = z.object({
  pid: z.number().int(),
  /** When the process began: its number alone may be another program's by now. */
  began: z.string(),
  address: z.string().optional(),
  released: z.literal(true).optional(),
});
type Holder = z.infer<typeof Holder>;

/** Another process holds the lock. */
export class HeldError extends StartError {}

/** The right to be the only start on a DATA_DIR. */
export interface Lock {
  /** Whether the holder before did not end by itself, so that some of its programs may still be ending. */
  afterCrash: boolean;
  announce(address: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a directory.
 *
 * The holder is the process in the file `start.lock.<n>` with the highest n. Whoever finds that process gone makes the
 * next file, which only one can, and removes the lower ones; the highest is never removed.
 * So neither a crash nor several starts at once can give the lock to nobody or to two.
 * @throws HeldError when another start holds it
 */
export async function takeLock(dataDir: string, address?: string): Promise<Lock> {
  const me: Holder = { pid: process.pid, began: await beganAt(process.pid), address };
  for (;;) {
    const top = await highest(dataDir);
    const holder = top > 0 ? await readHolder(file(dataDir, top)) : undefined;
    if (top > 0 && !holder) await delay(10);
    else if (holder && (await isHeld(holder))) refuse(dataDir, holder);
    else if (await makeNext(dataDir, top + 1, me)) {
      return lockOf(file(dataDir, top + 1), me, holder !== undefined && !holder.released);
    }
  }
}

function lockOf(path: string, me: Holder, afterCrash: boolean): Lock {
  const write = (change: Partial<Holder>) => writePrivate(path, JSON.stringify(Object.assign(me, change)));
  return {
    afterCrash,
    announce: (address) => write({ address }),
    release: async () => {
      // Somebody may have removed the whole directory meanwhile.
      if (await readIfThere(path)) await write({ released: true });
    },
  };
}

function refuse(dataDir: string, holder: Holder): never {
  const where = holder.address ? ` at ${holder.address}` : '';
  throw new HeldError(`GMB Moments already runs on ${dataDir}${where}, as process ${holder.pid}`);
}

function file(dataDir: string, number: number): string {
  return join(dataDir, `start.lock.${number}`);
}

async function numbers(dataDir: string): Promise<number[]> {
  return (await readdir(dataDir)).flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
}

async function highest(dataDir: string): Promise<number> {
  return Math.max(0, ...(await numbers(dataDir)));
}

/** Undefined for a file that was removed meanwhile, since there is a higher one. */
async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    // Files are made whole, so a damaged one was left by a crash of the machine.
    return { pid: 0, began: '' };
  }
}

async function makeNext(dataDir: string, number: number, me: Holder): Promise<boolean> {
  const path = file(dataDir, number);
  const draft = join(dataDir, `start.draft.${process.pid}.${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(draft, JSON.stringify(me), { mode: 0o600 });
    await link(draft, path);
  } catch (error) {
    if (failedWith(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return removeLower(dataDir, number);
}

/** A listing that was read while files changed may have missed one; a second look settles who is highest. */
async function removeLower(dataDir: string, number: number): Promise<boolean> {
  const all = await numbers(dataDir);
  if (all.some((other) => other > number)) {
    await rm(file(dataDir, number), { force: true });
    return false;
  }
  await Promise.all(all.filter((other) => other < number).map((other) => rm(file(dataDir, other), { force: true })));
  return true;
}

async function isHeld(holder: Holder): Promise<boolean> {
  return !holder.released && holder.began !== '' && (await beganAt(holder.pid)) === holder.began;
}

/** When a process began, comparable between processes of one machine; empty when it does not run. */
async function beganAt(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return (await runProgram('ps', ['-o', 'lstart=', '-p', String(pid)])).output.trim();
  }
  try {
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The fields after the program's name in parentheses, which may itself hold anything; the state is the 1st of them.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : `${boot.trim()} ${fields[19]}`;
  } catch (error) {
    if (failedWith(error, 'ENOENT', 'ESRCH')) return '';
    throw error;
  }
}
