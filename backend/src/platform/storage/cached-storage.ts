import { LRUCache } from 'lru-cache';
import { S3Storage } from './s3.js';
import { smallFile, type ByteRange, type StoredFile } from './storage.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** Memory of an entry besides its content, in bytes. */
const ENTRY_BYTES = 500;
/** How long a file is cached, in milliseconds. Short, because another process may delete the file meanwhile. */
const KEPT_MS = 2000;

/** An S3 storage that caches small files, such as thumbnails, in memory for a short time. */
export class CachedS3Storage extends S3Storage {
  private readonly files = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length + ENTRY_BYTES,
    ttl: KEPT_MS,
  });

  override async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    const kept = range ? undefined : this.files.get(key);
    if (kept) return smallFile(kept, kept.length);
    const file = await super.open(key, range);
    if (file?.bytes?.length === file?.size && file?.bytes) this.files.set(key, file.bytes);
    return file;
  }

  override put(key: string, path: string): Promise<void> {
    this.files.delete(key);
    return super.put(key, path);
  }

  override copy(from: string, to: string): Promise<boolean> {
    this.files.delete(to);
    return super.copy(from, to);
  }

  override async remove(folder: string): Promise<void> {
    await super.remove(folder);
    for (const key of this.files.keys()) if (key.startsWith(`${folder}/`)) this.files.delete(key);
  }
}
