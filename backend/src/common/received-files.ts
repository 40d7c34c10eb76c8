import { createHash, randomUUID, type Hash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  Inject,
  Injectable,
  Logger,
  mixin,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import multer from 'multer';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Config } from '../config.js';
import { incomingFolder, PRIVATE } from '../start/data-dir.js';
import { CONFIG } from './config.module.js';
import { AppError, invalid, shortened } from './errors.js';
import { cleanName, nameProblem } from './file-name.js';
import { receivingFailed } from './received-files.failure.js';

const logger = new Logger('Uploads');

/** How long a request may take to come in. */
export const UPLOAD_TIME_MS = 60 * 60 * 1000;
/** How long nothing may come meanwhile: a line that is gone often does not say so. */
const STALL_MS = 60_000;
/** What is older was left behind by a process that died. */
const LEFT_BEHIND_MS = 2 * UPLOAD_TIME_MS;

/** Removes what dead processes left of their uploads. */
export async function removeLeftBehind(config: Pick<Config, 'dataDir'>): Promise<void> {
  const root = incomingFolder(config);
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    // Its request may end, and take it away, at any time.
    const made = await stat(folder).catch(() => null);
    if (made && Date.now() - made.mtimeMs > LEFT_BEHIND_MS) await remove(folder);
  }
}

// A write that was under way may still add a file while the folder is being emptied.
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) =>
    logger.warn(`${folder} could not be removed and will be tried again: ${String(error)}`),
  );
}

function stalled(): AppError {
  return new AppError(408, 'VALIDATION_FAILED', 'Nothing more of the upload came in for too long. Please try again.');
}

/** The texts of a form. Its field for files counts as missing where nothing was chosen, which some programs send as a text. */
function fieldsOf(form: object | undefined, { field }: FilesRule): Record<string, unknown> {
  // The form's object has no prototype, which class-transformer cannot read.
  const fields: Record<string, unknown> = { ...form };
  if (fields[field] === '') delete fields[field];
  const garbled = Object.keys(fields).filter((name) => [fields[name]].flat().some(isGarbled));
  if (garbled.length === 0) return fields;
  throw invalid(garbled.map(shortened).map((name) => ({ field: name, message: `${name} is not UTF-8 text` })));
}

// The form's reader puts this character in the place of bytes that are no UTF-8.
function isGarbled(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\ufffd');
}

/** A file that came with the request; it is gone when the request is answered. */
export interface ReceivedFile {
  path: string;
  /** As the browser named it, cleaned to be shown. */
  name: string;
  size: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  sha256: string;
  /** Its place in the form, as errors name it: `images.2` for the third of several, `image` where there is one. */
  field: string;
  /** The request's own folder, for whatever is made from the file. */
  folder: string;
}

/** Which files a request may bring. */
export interface FilesRule {
  field: string;
  maxFiles: number;
  /** Bytes of one file. */
  maxBytes: number;
  /** How long nothing may come before the upload counts as broken off; a minute unless given. */
  stallMs?: number;
}

/**
 * Receives multipart files onto disk, so that memory stays flat, and removes them however the request ends. Answers 413
 * for a file that is too large, 400 for what is no such form or has a file without a name, 503 when the disk takes nothing.
 */
export function ReceiveFiles(rule: FilesRule): Type<NestInterceptor> {
  @Injectable()
  class FilesInterceptor implements NestInterceptor {
    constructor(@Inject(CONFIG) private readonly config: Config) {}

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const folder = join(incomingFolder(this.config), randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: PRIVATE });
        await receive(http.getRequest(), http.getResponse(), folder, rule);
      } catch (error) {
        await remove(folder);
        throw receivingFailed(error, rule);
      }
      // Before the answer: a process that is stopped waits for its answers, and then leaves nothing behind.
      return from(lastValueFrom(next.handle()).finally(() => remove(folder)));
    }
  }
  return mixin(FilesInterceptor);
}

async function receive(request: Request, response: Response, folder: string, rule: FilesRule): Promise<void> {
  const hashes = new Map<string, Hash>();
  const storage = multer.diskStorage({
    destination: folder,
    filename: (_request, { stream }, done) => {
      const name = randomUUID();
      const hash = createHash('sha256');
      hashes.set(name, hash);
      // The storage starts to read the stream within this call, so that both get every chunk.
      stream.on('data', (chunk: Buffer) => hash.update(chunk));
      done(null, name);
    },
  });
  const limits = {
    fileSize: rule.maxBytes,
    files: rule.maxFiles,
    fields: 20,
    fieldSize: 100_000,
    parts: 60,
    // Forms are flat; a name such as `a[9999999]` would make a list of that length.
    fieldNestingDepth: 0,
  };
  const options = {
    storage,
    limits,
    defParamCharset: 'utf8',
    // Otherwise names such as `.` and `photos/` would become no name, and their files would be dropped.
    preservePath: true,
    fileFilter: refuseWithoutName,
    streamHandler: refuseNameless,
  };
  const parse = multer(options).array(rule.field, rule.maxFiles);
  await new Promise<void>((resolve, reject) => {
    const giveUp = (): void => reject(stalled());
    request.setTimeout(rule.stallMs ?? STALL_MS, giveUp);
    parse(request, response, (error: unknown) => {
      // What comes now may take its time without a word.
      request.setTimeout(0).off('timeout', giveUp);
      if (error) reject(error);
      else resolve();
    });
  });
  if (request.is('multipart/form-data')) request.body = fieldsOf(request.body as object | undefined, rule);
  const files = (request.files as Express.Multer.File[] | undefined) ?? [];
  response.locals['receivedFiles'] = files.map((file, index): ReceivedFile => ({
    path: file.path,
    name: cleanName(file.originalname),
    size: file.size,
    sha256: hashes.get(file.filename)!.digest('hex'),
    field: rule.maxFiles === 1 ? rule.field : `${rule.field}.${index}`,
    folder,
  }));
}

const refuseWithoutName: NonNullable<multer.Options['fileFilter']> = (_request, { originalname, fieldname }, done) => {
  if (cleanName(originalname)) done(null, true);
  else done(withoutName(originalname, fieldname));
};

/** Passes the request on to the parser, and refuses files with an empty name, which multer drops. */
function refuseNameless(request: Request, parser: Writable): void {
  parser.on('file', (field: string, stream: Readable, { filename = '' }: { filename?: string }) => {
    // Browsers send an empty name and no content for a field for files that was left empty.
    if (!filename) stream.once('data', () => stream.destroy(withoutName(filename, field)));
  });
  request.pipe(parser);
}

function withoutName(name: string, field: string): AppError {
  return new AppError(400, 'VALIDATION_FAILED', nameProblem(name, field));
}
