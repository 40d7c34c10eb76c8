import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
import { CONFIG } from './config.module.js';
import { cleanName } from './file-name.js';
import { receivingFailed } from './received-files.failure.js';

const logger = new Logger('Uploads');

/** How long a request may take to come in. */
export const UPLOAD_TIME_MS = 60 * 60 * 1000;
/** How long nothing may come meanwhile: a line that is gone often does not say so. */
const STALL_MS = 60_000;
/** What is older was left behind by a process that died. */
const LEFT_BEHIND_MS = 2 * UPLOAD_TIME_MS;

/** Folder for files on their way in, below the data directory. */
function incomingFolder(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'incoming');
}

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

/** A file that came with the request; it is gone when the request is answered. */
export interface ReceivedFile {
  path: string;
  /** As the browser named it, cleaned to be shown. */
  name: string;
  size: number;
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
 * for a file that is too large, 400 for what is no such form, 503 when the disk takes nothing.
 */
export function ReceiveFiles(rule: FilesRule): Type<NestInterceptor> {
  @Injectable()
  class FilesInterceptor implements NestInterceptor {
    constructor(@Inject(CONFIG) private readonly config: Config) {}

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const folder = join(incomingFolder(this.config), randomUUID());
      try {
        await mkdir(folder, { recursive: true });
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
  const storage = multer.diskStorage({
    destination: folder,
    filename: (_request, _file, done) => done(null, randomUUID()),
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
  const parse = multer({ storage, limits, defParamCharset: 'utf8' }).array(rule.field, rule.maxFiles);
  const { socket } = request;
  const hangUp = (): void => void socket.destroy();
  socket.setTimeout(rule.stallMs ?? STALL_MS, hangUp);
  try {
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error: unknown) => (error ? reject(error) : resolve()));
    });
  } finally {
    // What comes now may take its time without a word.
    socket.setTimeout(0).off('timeout', hangUp);
  }
  // The form's object has no prototype, which class-transformer cannot read.
  request.body = { ...(request.body as object | undefined) };
  const files = (request.files as Express.Multer.File[] | undefined) ?? [];
  response.locals['receivedFiles'] = files.map((file): ReceivedFile => ({
    path: file.path,
    name: cleanName(file.originalname),
    size: file.size,
    folder,
  }));
}
