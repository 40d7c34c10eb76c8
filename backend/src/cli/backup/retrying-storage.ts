import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../platform/http/errors.js';
import { messageOf, OperatorError } from '../../platform/operator-error.js';
import { StorageError, type Storage, type StoredFile } from '../../platform/storage/storage.js';

/** Pauses between attempts: together they cover an outage of 10 seconds. */
const PAUSES_MS = [1000, 2000, 3000, 4000];

/** A stored file whose reading resumes after interruptions. A caller that does not read it must call `discard`. */
export interface OpenFile {
  size: number;
  content: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** `stat`, `put` and `open` of a storage, retried while it is unavailable. */
export class RetryingStorage {
  constructor(
    private readonly storage: Storage,
    private readonly signal?: AbortSignal,
  ) {}

  stat(key: string): ReturnType<Storage['stat']> {
    return this.retry(() => this.storage.stat(key));
  }

  put(key: string, path: string): Promise<void> {
    return this.retry(() => this.storage.put(key, path));
  }

  /** Opens a file whose reading resumes where it was interrupted; `null` when there is none. */
  async open(key: string): Promise<OpenFile | null> {
    const file = await this.retry(() => this.storage.open(key));
    return file && { size: file.size, content: this.read(key, file), discard: () => file.stream.destroy() };
  }

  private async *read(key: string, { stream, size }: StoredFile): AsyncGenerator<Uint8Array> {
    let position = 0;
    for (let current = stream, failures = 0; ; failures += 1) {
      const before = position;
      try {
        for await (const chunk of current as AsyncIterable<Uint8Array>) {
          position += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (position === size) return;
        if (position > before) failures = 0;
        await this.pauseOrThrow(
          failures,
          new OperatorError(`${key} could not be read to its end: ${messageOf(error)}`),
        );
      }
      const range = { start: position, end: size - 1 };
      const rest = await this.retry(() => this.storage.open(key, range));
      if (!rest) throw new OperatorError(`${key} was removed while it was read`);
      current = rest.stream;
    }
  }

  private async retry<T>(work: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError) || (error instanceof StorageError && error.isLasting)) throw error;
        await this.pauseOrThrow(failures, error);
      }
    }
  }

  /** Waits before the next attempt; throws the error after the last one. */
  private async pauseOrThrow(failures: number, error: unknown): Promise<void> {
    const ms = PAUSES_MS[failures];
    if (ms === undefined) throw error;
    await delay(ms, undefined, { signal: this.signal });
  }
}
