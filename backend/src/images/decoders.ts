import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { AppError } from '../common/errors.js';
import type { ErrorCode } from '../contract/errors.js';
import type { PictureFile } from './decode-picture.js';
import { unreadable } from './picture-errors.js';

/** What a decoder is asked to do. */
export interface Job extends PictureFile {
  kind: 'picture' | 'logo';
}

/** What it answers: exactly one of these. */
export interface Answer {
  result?: unknown;
  refused?: { status: number; code: ErrorCode; message: string };
  failed?: string;
}

// Sources that are run as they are, as tests do, take the program from the build.
const isBuilt = import.meta.url.endsWith('.js');
const PROGRAM = fileURLToPath(new URL(isBuilt ? './decoder.js' : '../../dist/src/images/decoder.js', import.meta.url));
// Of glibc: few heaps, and freed pictures go back to the system at once.
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
const IDLE_MS = 10_000;
const JOB_MS = 180_000;

const atOnce = pLimit(2);
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Decodes a stranger's picture in a process of its own: what decoding costs in memory is gone with that process, it knows no
 * secrets, and a picture that crashes the decoder takes nothing else along.
 * @throws AppError 413 or 415 naming the file
 */
export function inDecoder<Result>(job: Job): Promise<Result> {
  return atOnce(async () => {
    const decoder = take();
    const { result, refused, failed } = await ask(decoder, job);
    rest(decoder);
    if (refused) throw new AppError(refused.status, refused.code, refused.message);
    if (failed) throw new Error(failed);
    return result as Result;
  });
}

async function ask(decoder: ChildProcess, job: Job): Promise<Answer> {
  const over = new AbortController();
  const tooLong = setTimeout(() => decoder.kill('SIGKILL'), JOB_MS);
  try {
    const answer = once(decoder, 'message', over).then(([message]) => message as Answer);
    const end = once(decoder, 'exit', over).then(([code, signal]) => endOf(job, code, signal));
    decoder.send(job);
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(tooLong);
    over.abort();
  }
}

// A signal is a crash, our own impatience, or the system's answer to too much memory: the picture's doing.
function endOf(job: Job, code: number | null, signal: NodeJS.Signals | null): never {
  throw signal ? unreadable(job.fileName) : new Error(`the picture decoder ended with code ${code}`);
}

function take(): ChildProcess {
  for (const [decoder, leaving] of idle) {
    clearTimeout(leaving);
    idle.delete(decoder);
    decoder.ref();
    decoder.channel?.ref();
    return decoder;
  }
  const decoder = fork(PROGRAM, [], { env: ENVIRONMENT, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  // Whoever asks hears of errors and ends; those of an idle decoder matter to nobody.
  return decoder.on('error', () => undefined).once('exit', () => forget(decoder));
}

/** Keeps a decoder for the next picture for a while, without keeping this process alive. */
function rest(decoder: ChildProcess): void {
  const leaving = setTimeout(() => {
    forget(decoder);
    decoder.disconnect();
  }, IDLE_MS);
  idle.set(decoder, leaving.unref());
  decoder.unref();
  decoder.channel?.unref();
}

function forget(decoder: ChildProcess): void {
  clearTimeout(idle.get(decoder));
  idle.delete(decoder);
}
