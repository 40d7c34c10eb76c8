import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureFile, ReadFile } from './picture-file.js';
import type { ReadDeliveryFile } from './delivery/deliver-picture.js';
import type { Extension } from './picture-kind.js';
import type { PictureRefused } from './picture-errors.js';
import { failedWith } from '../platform/operator-error.js';
import { DECODER_MAX_BYTES } from './picture-memory.js';

/** A request to a decoder process. */
export type Job =
  | (PictureFile & { kind: 'header' | 'heic' })
  | (PictureFile & { kind: 'copy'; extension: Extension })
  | (ReadFile & { kind: 'picture' | 'logo' })
  | (ReadDeliveryFile & { kind: 'delivery' });

/** The response of a decoder process: exactly one field is set. */
export interface Answer {
  result?: unknown;
  refused?: Pick<PictureRefused, 'status' | 'code' | 'message'>;
  isOutOfMemory?: true;
  /** A derivative was not: the system's code, such as `ENOSPC`. */
  notWritten?: string;
  failed?: string;
}

/** A job that came to no answer: its decoder crashed, found no memory, took too long, or was killed by the system. */
export class Unanswered extends Error {
  constructor(readonly reason: 'crash' | 'memory' | 'time' | 'killed') {
    super(`the picture decoder gave no answer: ${reason}`);
  }
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

// Tests run the TypeScript sources; the program must come from the build.
const isBuilt = import.meta.url.endsWith('.js');
const PROGRAM = fileURLToPath(
  new URL(isBuilt ? './decoder.js' : '../../dist/src/pictures/decoder.js', import.meta.url),
);
// For glibc: one heap, and freed pictures are returned to the system at once. For libuv: one thread per picture in a
// shared decoder.
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '524288',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '3',
};
// The decoder runs little JavaScript: no compiler, few threads, a small heap. From version 24 on, Node reserves more than
// the whole limit for compiled code, unless it never compiles.
const RESERVES_MUCH = Number.parseInt(process.versions.node) >= 24;
const NO_COMPILER = RESERVES_MUCH ? '--jitless' : '--no-opt';
// WebAssembly needs the compiler, so what is reserved for it is allowed on top: it takes no memory until it is used.
const RESERVED_BYTES = RESERVES_MUCH ? 528 * 1024 * 1024 : 0;
const FLAGS = ['--max-semi-space-size=1', '--v8-pool-size=1', '--expose-gc'];
// Allocations above the limit (in kB) fail; if the system runs out of memory, the decoder is killed first.
const LIMITED = 'ulimit -d "$1"; echo 1000 2>/dev/null >/proc/self/oom_score_adj; shift; exec "$@"';
/** How long a job may take on a machine on which a decoder starts within `USUAL_START_MS`; elsewhere as much longer. */
const JOB_MS = 10_000;
/** A delivery encodes a photo up to six times. */
const DELIVERY_MS = 60_000;
const USUAL_START_MS = 400;
/** No machine counts as slower. */
const SLOWEST = 6;
const IDLE_MS = 10_000;
/** Signals by which a process ends itself that reaches its own limit of memory. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP'];
/** Errors of starting a process on a machine or in a container that has no memory left. */
const NO_MEMORY = ['ENOMEM', 'EAGAIN'];

/**
 * A child process that decodes untrusted pictures. Its memory is limited and freed when it ends, it has no secrets, and a
 * picture that crashes it does not affect this process. It ends after ten idle seconds. A pool such as tinypool starts its
 * processes itself, without a limit of memory, and does not say by which signal one ended.
 */
export class DecoderProcess {
  private readonly process: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private jobs = 0;
  private leaving?: NodeJS.Timeout;
  /** How much slower this machine is at present than usual, by the time that the process took to start. */
  private readonly slowness: Promise<number>;

  /** @param isCompiling whether it can run WebAssembly */
  constructor({ isCompiling = false } = {}) {
    const options = {
      ...command(isCompiling),
      env: ENVIRONMENT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    } as ForkOptions;
    const begun = performance.now();
    this.process = fork(PROGRAM, [], options)
      .on('message', (answer: Answer & { id?: number }) => this.waiting.get(answer.id ?? 0)?.resolve(answer))
      .on('error', (error) => this.fail(failedWith(error, ...NO_MEMORY) ? new Unanswered('killed') : error))
      .once('exit', (code, signal) => this.fail(causeOf(code, signal)));
    this.slowness = new Promise((resolve) => {
      this.process.once('message', () => resolve(Math.max(1, (performance.now() - begun) / USUAL_START_MS)));
      setTimeout(resolve, USUAL_START_MS * SLOWEST, SLOWEST).unref();
    });
  }

  /** Whether it accepts jobs; false once it has ended. */
  get isRunning(): boolean {
    const { connected, exitCode, signalCode } = this.process;
    return connected && exitCode === null && signalCode === null;
  }

  /** @throws Unanswered */
  async ask(job: Job): Promise<Answer> {
    const id = (this.jobs += 1);
    this.stay();
    void this.endIfTooLong(id, job);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        // A job that does not reach it ends as it does.
        this.process.send({ id, ...job }, () => undefined);
      });
    } finally {
      this.waiting.delete(id);
      if (this.waiting.size === 0) this.rest();
    }
  }

  /** Ends the process if it has not answered this job in time, which counts from the moment when it can begin. */
  private async endIfTooLong(id: number, { kind }: Job): Promise<void> {
    const time = (await this.slowness) * (kind === 'delivery' ? DELIVERY_MS : JOB_MS);
    const tooLong = (): void => {
      const job = this.waiting.get(id);
      if (!job) return;
      job.reject(new Unanswered('time'));
      this.process.kill('SIGKILL');
    };
    setTimeout(tooLong, time).unref();
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
function command(isCompiling: boolean): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  const flags = isCompiling ? FLAGS : [NO_COMPILER, ...FLAGS];
  if (process.platform !== 'linux') return { execArgv: flags };
  const kilobytes = String((DECODER_MAX_BYTES + (isCompiling ? RESERVED_BYTES : 0)) / 1024);
  return { execPath: '/bin/sh', execArgv: ['-c', LIMITED, 'sh', kilobytes, process.execPath, ...flags] };
}

function causeOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (!signal) return new Error(`the picture decoder ended with code ${code}`);
  // Where a machine or container runs out of memory, the system kills its decoders first.
  if (signal === 'SIGKILL') return new Unanswered('killed');
  return new Unanswered(OUT_OF_MEMORY.includes(signal) ? 'memory' : 'crash');
}
