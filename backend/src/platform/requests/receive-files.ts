import { createHash, randomUUID, type Hash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  createParamDecorator,
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
import type { Config } from '../../config.js';
import { incomingFolder, PRIVATE_MODE } from '../storage/data-dir.js';
import { CONFIG } from '../config.module.js';
import { AppError, invalid, shortened } from '../http/errors.js';
import { refuseFields } from './request.guard.js';
import { cleanName, nameError, uploadError, type FileLimits } from './upload-errors.js';

const logger = new Logger('Uploads');

/** Timeout of a whole upload. */
export const UPLOAD_TIME_MS = 60 * 60 * 1000;
/** Timeout without received data, since a broken connection is often not reported. */
const STALL_MS = 60_000;
/** Folders older than this are left over from a process that died. */
const STALE_MS = 2 * UPLOAD_TIME_MS;

/** A file that came with the request; it is removed when the request is answered. */
export interface ReceivedFile {
  path: string;
  /** The name that the browser sent, after `cleanName`. */
  name: string;
  size: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  sha256: string;
  /** The field name for error messages: `images.2` for the third of several files, `image` for a single one. */
  field: string;
  /** The request's own folder, for everything that is made from the file. */
  folder: string;
}

/** The files that a request may contain. */
export interface FilesRule extends FileLimits {
  /** Timeout without received data; a minute by default. */
  stallMs?: number;
}

/**
 * Receives multipart files onto disk, so that memory stays flat, and removes them however the request ends. Answers 413
 * for a file that is too large, 400 for a damaged form or a file without a name, 503 when the disk cannot be written.
 */
export function ReceiveFiles(rule: FilesRule): Type<NestInterceptor> {
  @Injectable()
  class FilesInterceptor implements NestInterceptor {
    /** For the document of the API. */
    static readonly rule = rule;

    constructor(@Inject(CONFIG) private readonly config: Config) {}

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = context.switchToHttp().getRequest<Request>();
      const response = context.switchToHttp().getResponse<Response>();
      const folder = join(incomingFolder(this.config), randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: PRIVATE_MODE });
        response.locals['receivedFiles'] = await receive(request, response, folder, rule);
        if (request.is('multipart/form-data')) {
          request.body = textsOf(request.body as object | undefined, rule);
          refuseFields(request.body as object, context);
        }
      } catch (error) {
        await remove(folder);
        throw uploadError(error, rule);
      }
      // Removed before the answer: a shutdown waits for answers.
      return from(lastValueFrom(next.handle()).finally(() => remove(folder)));
    }
  }
  return mixin(FilesInterceptor);
}

function filesOf(context: ExecutionContext): ReceivedFile[] {
  const { locals } = context.switchToHttp().getResponse<Response>();
  return (locals['receivedFiles'] as ReceivedFile[] | undefined) ?? [];
}

/** The files that `ReceiveFiles` received. */
export const Files = createParamDecorator((_data: unknown, context: ExecutionContext) => filesOf(context));

/** The one file that `ReceiveFiles` received, if any. */
export const OptionalFile = createParamDecorator((_data: unknown, context: ExecutionContext) => filesOf(context)[0]);

/** Removes files of uploads that were left over from processes that died. */
export async function removeStaleUploads(config: Pick<Config, 'dataDir'>): Promise<void> {
  const root = incomingFolder(config);
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    // The request that owns it may remove it at any time.
    const created = await stat(folder).catch(() => null);
    if (created && Date.now() - created.mtimeMs > STALE_MS) await remove(folder);
  }
}

// A pending write may still add a file while the folder is being emptied.
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) =>
    logger.warn(`Failed to remove ${folder}: ${String(error)}; it will be removed within hours`),
  );
}

async function receive(request: Request, response: Response, folder: string, rule: FilesRule): Promise<ReceivedFile[]> {
  const hashes = new Map<string, Hash>();
  const storage = multer.diskStorage({
    destination: folder,
    filename: (_request, { stream }, done) => {
      const name = randomUUID();
      const hash = createHash('sha256');
      hashes.set(name, hash);
      // The storage starts to read the stream within this call: both get every chunk.
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
    // Otherwise names such as `.` and `photos/` would become empty, and their files would be dropped.
    preservePath: true,
    fileFilter: refuseWithoutName,
    streamHandler: refuseNameless,
  };
  const parse = multer(options).array(rule.field, rule.maxFiles);
  await new Promise<void>((resolve, reject) => {
    const onTimeout = (): void => reject(stalled());
    request.setTimeout(rule.stallMs ?? STALL_MS, onTimeout);
    parse(request, response, (error: unknown) => {
      // No data is received while the files are processed.
      request.setTimeout(0).off('timeout', onTimeout);
      if (error) reject(error);
      else resolve();
    });
  });
  const files = (request.files as Express.Multer.File[] | undefined) ?? [];
  return files.map((file, index) => ({
    path: file.path,
    name: cleanName(file.originalname),
    size: file.size,
    sha256: hashes.get(file.filename)!.digest('hex'),
    field: rule.maxFiles === 1 ? rule.field : `${rule.field}.${index}`,
    folder,
  }));
}

/**
 * The text fields of a form. An empty text in the file field counts as missing, since some programs send it if no
 * file was chosen.
 */
function textsOf(form: object | undefined, { field }: FilesRule): Record<string, unknown> {
  // The form's object has no prototype, which class-transformer cannot read.
  const texts: Record<string, unknown> = { ...form };
  if (texts[field] === '') delete texts[field];
  const garbled = Object.keys(texts).filter((name) => [texts[name]].flat().some(isGarbled));
  if (garbled.length === 0) return texts;
  throw invalid(garbled.map(shortened).map((name) => ({ field: name, message: `${name} is not UTF-8 text` })));
}

// The parser replaces bytes that are not UTF-8 by this character.
function isGarbled(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\ufffd');
}

const refuseWithoutName: NonNullable<multer.Options['fileFilter']> = (_request, { originalname, fieldname }, done) => {
  if (cleanName(originalname)) done(null, true);
  else done(nameError(originalname, fieldname));
};

/** Passes the request on to the parser, and refuses files with an empty name, which multer drops. */
function refuseNameless(request: Request, parser: Writable): void {
  parser.on('file', (field: string, stream: Readable, { filename = '' }: { filename?: string }) => {
    // Browsers send an empty name and no content for a field for files that was left empty.
    if (!filename) stream.once('data', () => stream.destroy(nameError(filename, field)));
  });
  request.pipe(parser);
}

function stalled(): AppError {
  return new AppError(408, 'VALIDATION_FAILED', 'Nothing more of the upload came in for too long. Please try again.');
}
