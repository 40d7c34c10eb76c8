import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../common/errors.js';
import { messageOf } from '../start/start-error.js';
import type { Storage, StoredFile } from '../storage/storage.js';
import { BackupError } from './backup-error.js';

/** Between attempts, so that a storage may be away for a quarter of a minute: much time has gone into a backup by then. */
const PAUSES_MS = [1000, 2000, 4000, 8000];

/** A stored file: whoever does not read it discards it. */
export interface OpenFile {
  size: number;
  content: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** A storage that is asked again where it could not be reached. */
export class PatientStorage {
  constructor(
    private readonly storage: Storage,
    private readonly signal?: AbortSignal,
  ) {}

  stat(key: string): ReturnType<Storage['stat']> {
    return this.again(() => this.storage.stat(key));
  }

  put(key: string, path: string): Promise<void> {
    return this.again(() => this.storage.put(key, path));
  }

  /** A file, of which reading goes on where it was interrupted; `null` when there is none. */
  async open(key: string): Promise<OpenFile | null> {
    const file = await this.again(() => this.storage.open(key));
    return file && { size: file.size, content: this.read(key, file), discard: () => file.stream.destroy() };
  }

  private async *read(key: string, { stream, size }: StoredFile): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (let part: StoredFile['stream'] = stream, interrupted = 0; ; interrupted += 1) {
      const before = at;
      try {
        for await (const chunk of part as AsyncIterable<Uint8Array>) {
          at += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (at > before) interrupted = 0;
        await this.pause(interrupted, new BackupError(`${key} could not be read to its end: ${messageOf(error)}`));
      }
      if (at === size) return;
      part = await this.rest(key, { start: at, end: size - 1 });
    }
  }

  private async rest(key: string, range: { start: number; end: number }): Promise<StoredFile['stream']> {
    const file = await this.again(() => this.storage.open(key, range));
    if (!file) throw new BackupError(`${key} was removed while it was read`);
    return file.stream;
  }

  private async again<T>(work: () => Promise<T>): Promise<T> {
    for (let failed = 0; ; failed += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await this.pause(failed, error);
      }
    }
  }

  private async pause(failed: number, error: unknown): Promise<void> {
    const ms = PAUSES_MS[failed];
    if (ms === undefined) throw error;
    await delay(ms, undefined, { signal: this.signal });
  }
}
