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
  /** Remounts it; `null` if this machine does not allow that. */
  setWritable: ((writable: 'writable' | 'read-only') => Promise<void>) | null;
  remove(): Promise<void>;
}

/** A file system of the test's own in memory, else the small one that containers have; `null` where there is neither. */
export async function smallDisk({ megabytes = 16 } = {}): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-small-disk-'));
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (mounted) {
    return {
      folder,
      leave: (bytes) => fill(folder, bytes),
      setWritable: async (writable) => {
        const option = writable === 'writable' ? 'rw' : 'ro';
        await run('mount', ['-o', `remount,${option}`, folder]);
      },
      remove: async () => {
        await run('umount', ['-l', folder]);
        await rm(folder, { recursive: true });
      },
    };
  }
  await rm(folder, { recursive: true });
  const { blocks, bsize } = await statfs(SHARED_MEMORY).catch(() => ({ blocks: Infinity, bsize: 1 }));
  if (blocks * bsize > LARGEST_BYTES) return null;
  const shared = await mkdtemp(join(SHARED_MEMORY, 'gmb-'));
  const remove = () => rm(shared, { recursive: true, force: true });
  return { folder: shared, leave: (bytes) => fill(shared, bytes), setWritable: null, remove };
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
