import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureFile } from './decode-picture.js';
import type { PictureRefused } from './picture-errors.js';
import { DECODER_MAX_BYTES } from './picture-memory.js';

/** What a decoder is asked to do. */
export interface Job extends PictureFile {
  kind: 'header' | 'picture' | 'logo';
}

/** What it answers: exactly one of these. */
export interface Answer {
  result?: unknown;
  refused?: Pick<PictureRefused, 'status' | 'code' | 'message'>;
  isOutOfMemory?: true;
  /** A derivative was not: the system's code, such as `ENOSPC`. */
  notWritten?: string;
  failed?: string;
}

/** A job that came to no answer: its decoder crashed, found no memory, or took too long. */
export class Unanswered extends Error {
  constructor(readonly reason: 'crash' | 'memory' | 'time') {
    super(`the picture decoder gave no answer: ${reason}`);
  }
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

// Sources that are run as they are, as tests do, take the program from the build.
const isBuilt = import.meta.url.endsWith('.js');
const PROGRAM = fileURLToPath(new URL(isBuilt ? './decoder.js' : '../../dist/src/images/decoder.js', import.meta.url));
// Of glibc: one heap, and freed pictures go back to the system at once. Of libuv: as many threads as pictures share a decoder.
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '524288',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '3',
};
// There is little JavaScript to run: no compiler, few threads, a small heap.
const FLAGS = ['--no-opt', '--max-semi-space-size=1', '--v8-pool-size=1', '--expose-gc'];
// Beyond its memory (in kB) a decoder's allocations fail; where the system runs out of memory, it is the first to go.
const LIMITED = 'ulimit -d "$1"; echo 1000 2>/dev/null >/proc/self/oom_score_adj; shift; exec "$@"';
const JOB_MS = 180_000;
const IDLE_MS = 10_000;
/** Signals by which a process ends that finds no memory, or that the system ends for it. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGKILL'];

/**
 * A process that decodes strangers' pictures: what decoding costs in memory is limited, and gone with it, it knows no secrets,
 * and a picture that crashes it does not reach this process. It ends when it had nothing to do for ten seconds.
 */
export class DecoderProcess {
  private readonly process: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private jobs = 0;
  private leaving?: NodeJS.Timeout;

  constructor() {
    const options = { ...command(), env: ENVIRONMENT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] } as ForkOptions;
    this.process = fork(PROGRAM, [], options)
      .on('message', (answer: Answer & { id: number }) => this.waiting.get(answer.id)?.resolve(answer))
      .on('error', (error) => this.fail(error))
      .once('exit', (code, signal) => this.fail(causeOf(code, signal)));
  }

  /** Whether it takes jobs: not once it has ended. */
  get isRunning(): boolean {
    const { connected, exitCode, signalCode } = this.process;
    return connected && exitCode === null && signalCode === null;
  }

  /** @throws Unanswered */
  async ask(job: Job): Promise<Answer> {
    const id = (this.jobs += 1);
    this.stay();
    const tooLong = setTimeout(() => {
      this.waiting.get(id)?.reject(new Unanswered('time'));
      this.process.kill('SIGKILL');
    }, JOB_MS);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        // A job that does not reach it ends as it does.
        this.process.send({ id, ...job }, () => undefined);
      });
    } finally {
      clearTimeout(tooLong);
      this.waiting.delete(id);
      if (this.waiting.size === 0) this.rest();
    }
  }

  end(): void {
    clearTimeout(this.leaving);
    if (this.isRunning) this.process.disconnect();
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
  }

  private stay(): void {
    clearTimeout(this.leaving);
    this.process.ref();
    this.process.channel?.ref();
  }

  // Without a job it does not keep this process alive.
  private rest(): void {
    this.leaving = setTimeout(() => this.end(), IDLE_MS).unref();
    this.process.unref();
    this.process.channel?.unref();
  }
}

/** How Node is run: on Linux within limits of memory, which other systems do not know. */
function command(): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (process.platform !== 'linux') return { execArgv: FLAGS };
  const kilobytes = String(DECODER_MAX_BYTES / 1024);
  return { execPath: '/bin/sh', execArgv: ['-c', LIMITED, 'sh', kilobytes, process.execPath, ...FLAGS] };
}

function causeOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (!signal) return new Error(`the picture decoder ended with code ${code}`);
  return new Unanswered(OUT_OF_MEMORY.includes(signal) ? 'memory' : 'crash');
}
