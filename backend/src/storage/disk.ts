import { randomUUID } from 'node:crypto';
import { access, copyFile, mkdir, open, opendir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import type { BigIntStats, Dir } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { AppError } from '../common/errors.js';
import { PRIVATE } from '../start/data-dir.js';
import { assertKey } from './keys.js';
import { Storage, type ByteRange, type ListedFile, type StoredFile } from './storage.js';

const SENTENCES: Record<string, string> = {
  ENOSPC: 'The disk that keeps the files is full. Please tell whoever runs this system.',
  EDQUOT: 'The disk that keeps the files is full. Please tell whoever runs this system.',
  EROFS: 'The disk that keeps the files cannot be written to. Please tell whoever runs this system.',
  EACCES: 'The disk that keeps the files cannot be written to. Please tell whoever runs this system.',
  EPERM: 'The disk that keeps the files cannot be written to. Please tell whoever runs this system.',
};

/** What is read in one go: thumbnails, for which a stream would take longer than the reading. */
const SMALL_BYTES = 64 * 1024;

/** Files in a directory of this machine. */
export class DiskStorage extends Storage {
  private readonly logger = new Logger('DiskStorage');

  constructor(private readonly root: string) {
    super();
  }

  async put(key: string, path: string): Promise<void> {
    const target = this.pathOf(key);
    await access(path);
    await this.guard(async () => {
      await makeDirectory(dirname(target));
      await writeDurably(target, (temporary) => copyFile(path, temporary));
    });
  }

  async stat(key: string): Promise<{ size: number; etag: string } | null> {
    const path = this.pathOf(key);
    return this.guard(async () => orNull(stat(path, { bigint: true }).then(describe)));
  }

  async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    const path = this.pathOf(key);
    return this.guard(async () => {
      const handle = await orNull(open(path, 'r'));
      if (!handle) return null;
      try {
        const described = describe(await handle.stat({ bigint: true }));
        if (range || described.size > SMALL_BYTES) return { ...described, stream: handle.createReadStream(range) };
        return whole(await readAll(handle, described.size), described);
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  async *list(folder: string): AsyncGenerator<ListedFile> {
    const path = this.pathOf(folder);
    const directory = await this.guard(() => orNull(opendir(path)));
    if (directory) yield* this.listIn(directory, folder);
  }

  async remove(folder: string): Promise<void> {
    const path = this.pathOf(folder);
    await this.guard(async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      await orNull(syncDirectory(dirname(path)));
    });
  }

  async check(): Promise<void> {
    await this.guard(async () => {
      await makeDirectory(this.root);
      const probe = join(this.root, `.probe-${randomUUID()}`);
      try {
        await writeFile(probe, Buffer.alloc(4096), { flush: true });
      } finally {
        await rm(probe, { force: true });
      }
    });
  }

  private async *listIn(directory: Dir, folder: string): AsyncGenerator<ListedFile> {
    try {
      for (let entry; (entry = await this.guard(() => directory.read()));) {
        const path = join(directory.path, entry.name);
        const key = `${folder}/${entry.name}`;
        // What is gone by now is not listed.
        const inner = entry.isDirectory() ? await this.guard(() => orNull(opendir(path))) : null;
        if (inner) yield* this.listIn(inner, key);
        const file = entry.isDirectory() ? null : await this.guard(() => orNull(stat(path)));
        if (file) yield { key, size: file.size };
      }
    } finally {
      await directory.close();
    }
  }

  private pathOf(key: string): string {
    assertKey(key);
    return join(this.root, key);
  }

  private async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (!code) throw error;
      this.logger.error((error as Error).message);
      throw new AppError(
        503,
        'STORAGE_UNAVAILABLE',
        SENTENCES[code] ?? 'The files cannot be reached right now. Please try again in a minute.',
      );
    }
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a file of this size, or less of it where it ends before. */
async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read) {
    ({ bytesRead: read } = await handle.read(buffer, length, size - length, length));
  }
  await handle.close();
  return buffer.subarray(0, length);
}

function whole(bytes: Buffer, described: { size: number; etag: string }): StoredFile {
  return {
    ...described,
    bytes,
    get stream() {
      return Readable.from([bytes], { objectMode: false });
    },
  };
}

function describe(file: BigIntStats): { size: number; etag: string } {
  return { size: Number(file.size), etag: `"${file.size.toString(36)}-${file.mtimeNs.toString(36)}"` };
}

// A reader sees the whole file or none, also after a power cut: the content is on the disk before its name is.
async function writeDurably(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  try {
    await write(temporary);
    await sync(temporary, 'r+');
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(target));
}

async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE });
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, and keeps names without being asked.
  if (process.platform !== 'win32') await sync(path, 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
