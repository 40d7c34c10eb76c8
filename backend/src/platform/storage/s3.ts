import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client } from 'minio';
import type { Config } from '../../config.js';
import { ThrottledLogger } from '../logging/throttled-logger.js';
import { speaksTls } from '../speaks-tls.js';
import { assertKey, contentType } from './keys.js';
import { answerError, codeOf, otherProtocol, storageError } from './s3-errors.js';
import { NoAnswer, transportWithTimeouts, type Timeouts } from './s3-transport.js';
import {
  SMALL_BYTES,
  smallFile,
  Storage,
  StorageError,
  type ByteRange,
  type ListedFile,
  type StoredFile,
} from './storage.js';

type S3Config = NonNullable<Config['s3']>;

const PUT_VALID_SECONDS = 3600;
/** Interval at which the check tries all rights by writing a file; in between it only looks for the bucket. */
const RIGHTS_EVERY_MS = 5 * 60_000;
/**
 * After a failed check of the rights, or a refused upload, the error is reported for this time before the rights are
 * tried again.
 */
const REFUSED_MS = 10_000;
/** How long an upload is retried while the breaker is open: as long as its probe interval. */
const SILENCE_RETRY_MS = 1000;
const RETRY_PAUSE_MS = 250;
const PROBES = 'probe';

/** Files in a bucket of MinIO or any S3-compatible store. */
export class S3Storage extends Storage {
  private readonly logger = new Logger('S3Storage');
  // Throttled, since an outage fails every request.
  private readonly failures = new ThrottledLogger(this.logger);
  private readonly bucket: string;
  private readonly client: Client;
  private readonly transport: ReturnType<typeof transportWithTimeouts>;
  private readonly retryMs: number;
  /** What the last trial of the rights or a later upload failed with, and when the rights are tried next. */
  private refusal: StorageError | null = null;
  private rightsDueAt = 0;

  constructor(
    private readonly config: S3Config,
    /** `retryMs`: how long uploads are retried after their first failure, so that a restart of the storage refuses none. */
    { readMs = 2500, probeMs = 1500, silenceMs = 6000, retryMs = 8000 }: Partial<Timeouts & { retryMs: number }> = {},
  ) {
    super();
    const endpoint = new URL(config.endpoint);
    this.bucket = config.bucket;
    this.retryMs = retryMs;
    this.transport = transportWithTimeouts(
      { protocol: endpoint.protocol, proxy: config.proxy },
      { readMs, probeMs, silenceMs },
    );
    this.client = new Client({
      endPoint: endpoint.hostname.replace(/^\[|\]$/g, ''),
      port: endpoint.port ? Number(endpoint.port) : undefined,
      useSSL: endpoint.protocol === 'https:',
      accessKey: config.accessKey,
      secretKey: config.secretKey,
      region: config.region,
      transport: this.transport,
      transportAgent: this.transport.agent,
      // It would retry with a line on the console and without a timeout for the body.
      retryOptions: { disableRetry: true },
    });
  }

  async put(key: string, path: string): Promise<void> {
    assertKey(key);
    const { size } = await stat(path);
    try {
      await this.guard(() => this.retrying(() => this.send(key, path, size)));
      this.refusal = null;
    } catch (error) {
      this.rememberRefusal(error);
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<boolean> {
    assertKey(from);
    assertKey(to);
    return this.guard(async () => {
      try {
        await this.retrying(
          async () => void (await this.client.copyObject(this.bucket, to, `/${this.bucket}/${from}`)),
        );
        return true;
      } catch (error) {
        if (codeOf(error) !== 'NoSuchKey') throw error;
        return false;
      }
    });
  }

  async stat(key: string): Promise<{ size: number } | null> {
    assertKey(key);
    return this.guard(() => this.sizeOf(key));
  }

  async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    assertKey(key);
    return this.guard(async () => {
      try {
        return await this.read(key, range);
      } catch (error) {
        if (codeOf(error) === 'NoSuchKey') return null;
        if (codeOf(error) !== 'InvalidRange') throw error;
        const found = await this.sizeOf(key);
        return found && { ...found, stream: Readable.from([]) };
      }
    });
  }

  async *list(folder: string): AsyncGenerator<ListedFile> {
    assertKey(folder);
    const found = this.client.listObjectsV2(this.bucket, `${folder}/`, true)[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.guard(() => found.next());
      if (next.done) return;
      const { name, size } = next.value;
      if (name) yield { key: name, size };
    }
  }

  async remove(folder: string): Promise<void> {
    assertKey(folder);
    const keys: string[] = [];
    for await (const { key } of this.list(folder)) keys.push(key);
    await this.guard(() => this.removeKeys(keys));
  }

  async check(): Promise<void> {
    if (performance.now() >= this.rightsDueAt) await this.tryRights();
    else if (this.refusal) throw this.refusal;
    else await this.asStorageError(() => this.requireBucket());
  }

  async prepare({ create }: { create: boolean }): Promise<void> {
    if (create) await this.explained(() => this.createBucketIfMissing());
    await this.tryRights();
    await this.warnOfVersions();
  }

  private async tryRights(): Promise<void> {
    try {
      await this.explained(() => this.requireRights());
      this.refusal = null;
      this.rightsDueAt = performance.now() + RIGHTS_EVERY_MS;
    } catch (error) {
      this.rememberRefusal(error);
      throw error;
    }
  }

  private rememberRefusal(error: unknown): void {
    if (!(error instanceof StorageError) || error.kind === 'away') return;
    this.refusal = error;
    this.rightsDueAt = performance.now() + REFUSED_MS;
  }

  // With a random key, since several processes try at the same time.
  private async requireRights(): Promise<void> {
    await this.requireBucket();
    const key = `${PROBES}/${randomUUID()}`;
    const content = 'Files can be kept here.';
    await this.client.putObject(this.bucket, key, content);
    const read = await buffer(await this.client.getObject(this.bucket, key));
    if (read.toString() !== content)
      throw new Error(`read ${read.length} bytes of ${content.length} written to ${key}`);
    const listed = await this.client.listObjectsV2(this.bucket, key, true).toArray();
    if (listed.length !== 1) throw new Error(`listed ${listed.length} files where ${key} was written`);
    await this.removeKeys([key]);
  }

  // By listing, because HEAD has no body that distinguishes a missing bucket from a missing right.
  private async requireBucket(): Promise<void> {
    if (await this.client.bucketExists(this.bucket).catch(notAnOutage)) return;
    await this.client.listObjectsV2(this.bucket, `${PROBES}/`, true).toArray();
  }

  private async createBucketIfMissing(): Promise<void> {
    try {
      await this.requireBucket();
    } catch (error) {
      if (codeOf(error) !== 'NoSuchBucket') throw error;
      await this.client.makeBucket(this.bucket, this.config.region).catch((failure: unknown) => {
        if (codeOf(failure) !== 'BucketAlreadyOwnedByYou') throw failure;
      });
      this.logger.log(`created the bucket ${this.bucket}`);
    }
  }

  // Errors are ignored: not every store has versions, and not every key may ask for them.
  private async warnOfVersions(): Promise<void> {
    const answer: unknown = await this.client.getBucketVersioning(this.bucket).catch(() => null);
    if ((answer as { Status?: string } | null | undefined)?.Status !== 'Enabled') return;
    const rule = 'set a lifecycle rule that removes old versions';
    this.logger.warn(`S3_BUCKET: "${this.bucket}" keeps versions, so the files that are deleted stay in it: ${rule}`);
  }

  private async sizeOf(key: string): Promise<{ size: number } | null> {
    try {
      const { size } = await this.client.statObject(this.bucket, key);
      return { size };
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'NotFound' && code !== 'AccessDenied') throw error;
      // The answer to HEAD has no body that says whether the file or the bucket is missing, or what is refused.
      await this.requireBucket();
      if (code === 'NotFound') return null;
      throw error;
    }
  }

  private async read(key: string, range?: ByteRange): Promise<StoredFile> {
    const start = range?.start ?? 0;
    const length = range?.end === undefined ? 0 : range.end - start + 1;
    const stream = await this.client.getPartialObject(this.bucket, key, start, length);
    const size = wholeSize(stream);
    if (range || size > SMALL_BYTES) return { size, stream };
    // A body that ends early throws, like a connection reset.
    return smallFile(await buffer(stream), size);
  }

  // A presigned request streams from the disk in one piece: the client's own upload would hold the whole file in memory,
  // or leave parts behind in the bucket when it is interrupted.
  private async send(key: string, path: string, size: number): Promise<void> {
    const url = new URL(await this.client.presignedPutObject(this.bucket, key, PUT_VALID_SECONDS));
    const headers = { 'Content-Length': size, 'Content-Type': contentType(key) };
    const { status, body, isIntact } = await this.transport.put(url, headers, path);
    if (status !== 200) throw answerError(`put ${key}`, status, body);
    if (!isIntact) throw new Error(`put ${key}: the storage received other bytes than were sent`);
  }

  /** Retries work that failed fast, but not after a timeout. */
  private async retrying(work: () => Promise<void>): Promise<void> {
    let until = Infinity;
    for (let pauseMs = RETRY_PAUSE_MS; ;) {
      try {
        return await work();
      } catch (error) {
        const now = performance.now();
        const reason = error instanceof NoAnswer ? error.reason : null;
        until = Math.min(until, now + (reason === 'silent' ? SILENCE_RETRY_MS : this.retryMs));
        const isWorthIt = storageError(error, this.config).kind === 'away' && reason !== 'timeout';
        if (!isWorthIt || now + pauseMs > until) throw error;
        await delay(pauseMs);
        if (reason !== 'silent') pauseMs = Math.min(2 * pauseMs, 1000);
      }
    }
  }

  private async removeKeys(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    const answers = (await this.client.removeObjects(this.bucket, keys)) as ({ Error?: RemovalError } | null)[];
    const [first] = answers.flatMap((answer) => answer?.Error ?? []);
    if (!first) return;
    throw Object.assign(new Error(`remove ${first.Key}: ${first.Message}`), { code: first.Code });
  }

  private async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.asStorageError(work);
    } catch (error) {
      if (error instanceof StorageError) this.failures.warn(error.line);
      throw error;
    }
  }

  /** Converts errors to `StorageError`; after an invalid response, checks whether the server accepts https only. */
  private async explained(work: () => Promise<void>): Promise<void> {
    try {
      await this.asStorageError(work);
    } catch (error) {
      const { endpoint, proxy } = this.config;
      const isAway = error instanceof StorageError && error.kind === 'away';
      // Not behind a proxy, which would answer instead of the server.
      const isDoubtful = isAway && endpoint.startsWith('http:') && !proxy;
      throw isDoubtful && (await speaksTls(endpoint, 80)) ? otherProtocol(this.config) : error;
    }
  }

  private async asStorageError<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageError(error, this.config);
    }
  }
}

interface RemovalError {
  Key?: string;
  Code?: string;
  Message?: string;
}

/** Returns false for an error response of the storage; throws if there was no response. */
function notAnOutage(error: unknown): false {
  if (codeOf(error).startsWith('E')) throw error;
  return false;
}

// `Content-Range` of a part has the size of the whole file: `bytes 0-9/1234`.
function wholeSize(stream: Readable): number {
  if (!(stream instanceof IncomingMessage)) throw new Error('the S3 client no longer answers with the response itself');
  const { 'content-range': part, 'content-length': length } = stream.headers;
  return Number(part ? part.slice(part.lastIndexOf('/') + 1) : length);
}
