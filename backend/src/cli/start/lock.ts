import { randomBytes } from 'node:crypto';
import { link, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failedWith, messageOf, OperatorError } from '../../platform/operator-error.js';
import { readIfExists, writePrivateFile } from '../../platform/storage/data-dir.js';
import { startTimeOf } from './processes.js';

const NAME = /^start\.lock\.(\d+)$/;
interface Holder {
  pid: number;
  /** Start time of the process: after its end another program may get its process id. */
  began: string;
  address?: string;
  released?: true;
}

/** Thrown when another process holds the lock. */
export class LockHeldError extends OperatorError {}

/** The right to be the only starter on a DATA_DIR. */
export interface Lock {
  /** Whether the previous holder was killed, so that some of its programs may still be ending. */
  afterCrash: boolean;
  setAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a directory.
 *
 * The holder is the process that the file `start.lock.<n>` with the highest n names. If that process has ended, the
 * next one creates the file n + 1, which succeeds for one process only, and removes the lower ones. The highest file
 * is never removed. So neither a crash nor simultaneous starts can give the lock to two processes.
 *
 * A lock that expires, such as that of proper-lockfile, is not used: it would refuse a start for 10 s after a crash,
 * and pass to another process while its holder is suspended.
 * @throws LockHeldError when another starter holds it; OperatorError if the directory takes no new file or no hard
 * link
 */
export async function takeLock(dataDir: string, address?: string): Promise<Lock> {
  const self: Holder = { pid: process.pid, began: await startTimeOf(process.pid), address };
  for (;;) {
    const top = Math.max(0, ...(await lockNumbers(dataDir)));
    const holder = top > 0 ? await readHolder(fileOf(dataDir, top)) : undefined;
    // The file was removed after the listing, because there is a higher one by now.
    if (top > 0 && !holder) continue;
    if (holder && (await isHeld(holder))) {
      const where = holder.address ? ` at ${holder.address}` : '';
      throw new LockHeldError(`GMB Moments already runs on ${dataDir}${where}, as process ${holder.pid}`);
    }
    if (await createLock(dataDir, top + 1, self)) {
      return createLockHandle(fileOf(dataDir, top + 1), self, holder !== undefined && !holder.released);
    }
  }
}

function createLockHandle(path: string, me: Holder, afterCrash: boolean): Lock {
  const write = (change: Partial<Holder>) => writePrivateFile(path, JSON.stringify(Object.assign(me, change)));
  return {
    afterCrash,
    setAddress: (address) => write({ address }),
    release: async () => {
      // The whole directory may have been removed meanwhile.
      if (await readIfExists(path)) await write({ released: true });
    },
  };
}

function fileOf(dataDir: string, number: number): string {
  return join(dataDir, `start.lock.${number}`);
}

async function lockNumbers(dataDir: string): Promise<number[]> {
  return (await readdir(dataDir)).flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
}

async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readIfExists(path);
  if (text === undefined) return undefined;
  // Files are written atomically, so only a crash of the machine can leave a damaged one.
  const damaged = { pid: 0, began: '' };
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(holder.pid) && typeof holder.began === 'string' ? (holder as Holder) : damaged;
  } catch {
    return damaged;
  }
}

/** Creates a lock file with its content in one step, which fails if the file exists. */
async function createLock(dataDir: string, number: number, me: Holder): Promise<boolean> {
  const draft = join(dataDir, `start.draft.${process.pid}.${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(draft, JSON.stringify(me), { mode: 0o600 });
    await link(draft, fileOf(dataDir, number));
  } catch (error) {
    if (failedWith(error, 'EEXIST')) return false;
    throw new OperatorError(
      `DATA_DIR: got "${dataDir}", which takes no new file or no hard link (${messageOf(error)}): free space there, or choose a folder of a local disk`,
    );
  } finally {
    await rm(draft, { force: true });
  }
  // Listed again, because the first listing may have missed a file that was created meanwhile.
  const all = await lockNumbers(dataDir);
  const isHighest = all.every((other) => other <= number);
  const outdated = isHighest ? all.filter((other) => other < number) : [number];
  await Promise.all(outdated.map((other) => rm(fileOf(dataDir, other), { force: true })));
  return isHighest;
}

async function isHeld({ released, began, pid }: Holder): Promise<boolean> {
  return !released && began !== '' && (await startTimeOf(pid)) === began;
}
