import { LRUCache } from 'lru-cache';
import { smallFile, Storage, type ByteRange, type ListedFile, type StoredFile } from './storage.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** Of an entry besides its content: key, buffer and list. */
const ENTRY_BYTES = 500;
/** Short, because this process may show a file for so long after another process deleted it. */
const KEPT_MS = 2000;

/** A storage behind a network, in front of which small files, such as thumbnails, are kept in memory for a short time. */
export class CachedStorage extends Storage {
  private readonly files = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length + ENTRY_BYTES,
    ttl: KEPT_MS,
  });

  constructor(private readonly storage: Storage) {
    super();
  }

  async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    const kept = range ? undefined : this.files.get(key);
    if (kept) return smallFile(kept, kept.length);
    const file = await this.storage.open(key, range);
    if (file?.bytes?.length === file?.size && file?.bytes) this.files.set(key, file.bytes);
    return file;
  }

  put(key: string, path: string): Promise<void> {
    this.files.delete(key);
    return this.storage.put(key, path);
  }

  copy(from: string, to: string): Promise<boolean> {
    this.files.delete(to);
    return this.storage.copy(from, to);
  }

  stat(key: string): Promise<{ size: number } | null> {
    return this.storage.stat(key);
  }

  list(folder: string): AsyncIterable<ListedFile> {
    return this.storage.list(folder);
  }

  async remove(folder: string): Promise<void> {
    await this.storage.remove(folder);
    for (const key of this.files.keys()) if (key.startsWith(`${folder}/`)) this.files.delete(key);
  }

  check(): Promise<void> {
    return this.storage.check();
  }

  prepare(options: { create: boolean }): Promise<void> {
    return this.storage.prepare(options);
  }
}
