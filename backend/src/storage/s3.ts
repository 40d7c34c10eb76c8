import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { Client } from 'minio';
import { AppError } from '../common/errors.js';
import type { Config } from '../config.js';
import { assertKey, contentType } from './keys.js';
import { patientTransport, type Patience } from './s3-transport.js';
import { Storage, type ByteRange, type ListedFile, type StoredFile } from './storage.js';

type S3Config = NonNullable<Config['s3']>;

const ABSENT = new Set(['NotFound', 'NoSuchKey', 'NoSuchBucket']);
const BUCKET_IS_THERE = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists', 'AccessDenied']);
const PROBE = 'probe';
const PUT_VALID_SECONDS = 3600;

/** Files in a bucket of MinIO or any S3-compatible store. */
export class S3Storage extends Storage {
  private readonly logger = new Logger('S3Storage');
  private readonly bucket: string;
  private readonly client: Client;
  private readonly transport: ReturnType<typeof patientTransport>;
  private bucketMade: Promise<void> | null = null;

  constructor(
    private readonly config: S3Config,
    patience: Patience = { answerMs: 30_000, bodyMs: 300_000 },
  ) {
    super();
    const endpoint = new URL(config.endpoint);
    this.bucket = config.bucket;
    this.transport = patientTransport(endpoint.protocol, patience);
    this.client = new Client({
      endPoint: endpoint.hostname.replace(/^\[|\]$/g, ''),
      port: endpoint.port ? Number(endpoint.port) : undefined,
      useSSL: endpoint.protocol === 'https:',
      accessKey: config.accessKey,
      secretKey: config.secretKey,
      region: config.region,
      transport: this.transport,
      transportAgent: this.transport.agent,
      // Callers retry; the client would do so with a line on the console and without an end to the body.
      retryOptions: { disableRetry: true },
    });
  }

  async put(key: string, path: string): Promise<void> {
    assertKey(key);
    const { size } = await stat(path);
    await this.guard(async () => {
      await this.makeBucket();
      await this.send(key, path, size);
    });
  }

  async stat(key: string): Promise<{ size: number; etag: string } | null> {
    assertKey(key);
    return this.guard(async () => {
      const found = await orNull(this.client.statObject(this.bucket, key));
      return found && { size: found.size, etag: `"${found.etag}"` };
    });
  }

  async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    assertKey(key);
    return this.guard(async () => {
      const start = range?.start ?? 0;
      const length = range ? range.end - start + 1 : 0;
      const stream = await orNull(this.client.getPartialObject(this.bucket, key, start, length));
      return stream && { ...described(stream), stream };
    });
  }

  async *list(folder: string): AsyncGenerator<ListedFile> {
    assertKey(folder);
    const found = this.client.listObjectsV2(this.bucket, `${folder}/`, true)[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.guard(() => orNull(found.next()));
      if (!next || next.done) return;
      const { name, size } = next.value;
      if (name) yield { key: name, size };
    }
  }

  async remove(folder: string): Promise<void> {
    assertKey(folder);
    await this.guard(async () => {
      const found = this.client.listObjectsV2(this.bucket, `${folder}/`, true);
      await orNull(this.removeEach(found));
    });
  }

  async check(): Promise<void> {
    await this.guard(async () => {
      await this.makeBucket();
      await this.client.putObject(this.bucket, PROBE, 'Files can be kept here.');
    });
  }

  // A presigned request streams from the disk in one piece: the client's own upload would hold the whole file in memory,
  // or leave parts behind in the bucket when it is interrupted.
  private async send(key: string, path: string, size: number): Promise<void> {
    const url = new URL(await this.client.presignedPutObject(this.bucket, key, PUT_VALID_SECONDS));
    const headers = { 'Content-Length': size, 'Content-Type': contentType(key) };
    const { status, body } = await this.transport.put(url, headers, createReadStream(path));
    if (status === 200) return;
    // Should the bucket have gone, the next upload makes it again.
    this.bucketMade = null;
    throw new Error(`put ${key}: ${status} ${body.slice(0, 500)}`);
  }

  private async removeEach(found: AsyncIterable<{ name?: string }>): Promise<void> {
    for await (const { name } of found) {
      if (name) await this.client.removeObject(this.bucket, name);
    }
  }

  private makeBucket(): Promise<void> {
    this.bucketMade ??= this.makeBucketIfMissing().catch((error: unknown) => {
      this.bucketMade = null;
      throw error;
    });
    return this.bucketMade;
  }

  private async makeBucketIfMissing(): Promise<void> {
    try {
      if (await this.client.bucketExists(this.bucket)) return;
      await this.client.makeBucket(this.bucket, this.config.region);
      this.logger.log(`made the bucket ${this.bucket}`);
    } catch (error) {
      // Another process was faster, or these credentials may only read and write files.
      if (!BUCKET_IS_THERE.has(codeOf(error))) throw error;
    }
  }

  private async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.logger.error(`${this.config.endpoint}: ${codeOf(error)} ${error instanceof Error ? error.message : error}`);
      throw new AppError(
        503,
        'STORAGE_UNAVAILABLE',
        'The storage that keeps the files cannot be reached right now. Please try again in a minute.',
      );
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as Error & { code?: unknown }).code ?? '') : '';
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (ABSENT.has(codeOf(error))) return null;
    throw error;
  }
}

// The answer to a part names the whole as `bytes 0-9/1234`.
function described(stream: Readable): { size: number; etag: string } {
  if (!(stream instanceof IncomingMessage)) throw new Error('the S3 client no longer answers with the response itself');
  const { 'content-range': part, 'content-length': length, etag = '' } = stream.headers;
  return { size: Number(part ? part.slice(part.lastIndexOf('/') + 1) : length), etag };
}
