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

/** Another process holds the lock. */
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
 * The holder is the process in the file `start.lock.<n>` with the highest n. A process that finds the holder gone creates
 * the next file, which only one process can, and removes the lower ones. The highest file is never removed, so that neither
 * a crash nor several starts at once can give the lock to two processes.
 *
 * A lock that expires, such as proper-lockfile's, would refuse the start after a crash for 10 s, and pass to another process
 * while its holder is suspended.
 * @throws LockHeldError when another starter holds it; OperatorError if the directory takes no new file or no hard link
 */
export async function takeLock(dataDir: string, address?: string): Promise<Lock> {
  const me: Holder = { pid: process.pid, began: await startTimeOf(process.pid), address };
  for (;;) {
    const top = Math.max(0, ...(await lockNumbers(dataDir)));
    const holder = top > 0 ? await readHolder(fileOf(dataDir, top)) : undefined;
    // It was removed since the listing, because there is a higher one.
    if (top > 0 && !holder) continue;
    if (holder && (await isHeld(holder))) {
      const where = holder.address ? ` at ${holder.address}` : '';
      throw new LockHeldError(`GMB Moments already runs on ${dataDir}${where}, as process ${holder.pid}`);
    }
    if (await createLock(dataDir, top + 1, me)) {
      return lockOf(fileOf(dataDir, top + 1), me, holder !== undefined && !holder.released);
    }
  }
}

function lockOf(path: string, me: Holder, afterCrash: boolean): Lock {
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
  // Files are written whole, so a damaged one was left by a crash of the machine.
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
  // The first listing may have missed a file, since others changed the directory meanwhile.
  const all = await lockNumbers(dataDir);
  const isHighest = all.every((other) => other <= number);
  const outdated = isHighest ? all.filter((other) => other < number) : [number];
  await Promise.all(outdated.map((other) => rm(fileOf(dataDir, other), { force: true })));
  return isHighest;
}

async function isHeld({ released, began, pid }: Holder): Promise<boolean> {
  return !released && began !== '' && (await startTimeOf(pid)) === began;
}
