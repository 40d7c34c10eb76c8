import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SHARED_MEMORY = '/dev/shm';
/** More than this is not filled for a test. */
const LARGEST_BYTES = 128 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 1);

/** A small file system that can be filled. */
export interface SmallDisk {
  folder: string;
  /** Fills it except for this many bytes. */
  leave(bytes: number): Promise<void>;
  /** Remounts it. Only where file systems can be mounted. */
  setWritable(writable: 'writable' | 'read-only'): Promise<void>;
  remove(): Promise<void>;
}

/** Why no file system can be mounted on this machine; `null` where one can. */
export async function whyNoMount(): Promise<string | null> {
  const folder = await mount(1);
  if (!folder) return 'this user cannot mount a file system';
  await unmount(folder);
  return null;
}

/** Why there is no small disk on this machine; `null` where there is one. */
export async function whyNoSmallDisk(): Promise<string | null> {
  const reason = await whyNoMount();
  return reason && !(await isSharedMemorySmall()) ? `${reason}, and ${SHARED_MEMORY} is too large to fill` : null;
}

/** A file system of the test's own in memory, else the small one that containers have. */
export async function smallDisk({ megabytes = 16 } = {}): Promise<SmallDisk> {
  const folder = await mount(megabytes);
  if (folder) {
    return {
      folder,
      leave: (bytes) => fill(folder, bytes),
      setWritable: async (writable) => {
        const option = writable === 'writable' ? 'rw' : 'ro';
        await run('mount', ['-o', `remount,${option}`, folder]);
      },
      remove: () => unmount(folder),
    };
  }
  if (!(await isSharedMemorySmall())) throw new Error('There is no small disk on this machine.');
  const shared = await mkdtemp(join(SHARED_MEMORY, 'gmb-'));
  return {
    folder: shared,
    leave: (bytes) => fill(shared, bytes),
    setWritable: () => Promise.reject(new Error(`${SHARED_MEMORY} is not remounted.`)),
    remove: () => rm(shared, { recursive: true, force: true }),
  };
}

/** A folder with a file system of this size in memory; `null` where this user cannot mount one. */
async function mount(megabytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
}

async function unmount(folder: string): Promise<void> {
  await run('umount', ['-l', folder]);
  await rm(folder, { recursive: true });
}

async function isSharedMemorySmall(): Promise<boolean> {
  const { blocks, bsize } = await statfs(SHARED_MEMORY).catch(() => ({ blocks: Infinity, bsize: 1 }));
  return blocks * bsize <= LARGEST_BYTES;
}

async function fill(folder: string, bytes: number): Promise<void> {
  const path = join(folder, 'filler');
  await rm(path, { force: true });
  await writeFile(path, '');
  for (;;) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize <= bytes) break;
    const chunk = CHUNK.subarray(0, Math.min(CHUNK.length, bavail * bsize - bytes));
    try {
      await writeFile(path, chunk, { flag: 'a' });
    } catch (error) {
      // Another program took the last bytes.
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
