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
  /** The system's error code, such as `ENOSPC`, if a derivative could not be written. */
  notWritten?: string;
  failed?: string;
}

/** A decoder gave no answer: it crashed, ran out of memory, took too long, or was killed by the system. */
export class DecoderFailed extends Error {
  constructor(readonly reason: 'crash' | 'memory' | 'time' | 'killed') {
    super(`the picture decoder gave no answer: ${reason}`);
  }
}

interface PendingJob {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

// Tests run the TypeScript sources; the program must come from the build.
const isBuilt = import.meta.url.endsWith('.js');
const PROGRAM = fileURLToPath(
  new URL(isBuilt ? './decoder.js' : '../../dist/src/pictures/decoder.js', import.meta.url),
);
// For glibc: one heap, and freed pictures are returned to the system at once. For libuv: one thread for each picture
// of the shared decoder.
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '524288',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '3',
};
// The decoder runs little JavaScript, so it needs no optimizing compiler, few threads and a small heap. From version
// 24 on, Node reserves more address space for compiled code than the whole limit, unless it is started with
// `--jitless`.
const RESERVES_MUCH = Number.parseInt(process.versions.node) >= 24;
const NO_COMPILER = RESERVES_MUCH ? '--jitless' : '--no-opt';
// WebAssembly needs the compiler, so the limit is raised by what Node reserves for it; that takes no memory until
// used.
const RESERVED_BYTES = RESERVES_MUCH ? 528 * 1024 * 1024 : 0;
const FLAGS = ['--max-semi-space-size=1', '--v8-pool-size=1', '--expose-gc'];
// Allocations above the limit (in kB) fail. The OOM score makes the system kill the decoder before other processes.
const LIMITED_SHELL = 'ulimit -d "$1"; echo 1000 2>/dev/null >/proc/self/oom_score_adj; shift; exec "$@"';
/**
 * Time limit of a job on a machine that starts a decoder in `USUAL_START_MS`. Slower machines get proportionally
 * more.
 */
const JOB_MS = 10_000;
/** Time limit of a delivery, which encodes a photo up to six times. */
const DELIVERY_MS = 60_000;
const USUAL_START_MS = 400;
/** Maximum factor by which a slow machine extends the time limits. */
const SLOWNESS_MAX = 6;
const IDLE_MS = 10_000;
/** Signals with which a process aborts when it reaches its memory limit. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP'];
/** Error codes of `fork` when the machine or container has no memory left. */
const NO_MEMORY = ['ENOMEM', 'EAGAIN'];

/**
 * A child process that decodes untrusted pictures. Its memory is limited and freed when it ends, it has no secrets,
 * and a picture that crashes it does not affect this process. It ends after ten idle seconds. A pool such as tinypool
 * is not used: it starts processes without a memory limit, and does not tell which signal ended a process.
 */
export class DecoderProcess {
  private readonly process: ChildProcess;
  private readonly pending = new Map<number, PendingJob>();
  private jobs = 0;
  private idleTimer?: NodeJS.Timeout;
  /** How much slower than usual this machine is now (at least 1), measured by the start time of the process. */
  private readonly slowness: Promise<number>;

  /** @param isCompiling whether the process has the compiler, which WebAssembly needs */
  constructor({ isCompiling = false } = {}) {
    const options = {
      ...decoderCommand(isCompiling),
      env: ENVIRONMENT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    } as ForkOptions;
    const startedAt = performance.now();
    this.process = fork(PROGRAM, [], options)
      .on('message', (answer: Answer & { id?: number }) => this.pending.get(answer.id ?? 0)?.resolve(answer))
      .on('error', (error) => this.fail(failedWith(error, ...NO_MEMORY) ? new DecoderFailed('killed') : error))
      .once('exit', (code, signal) => this.fail(exitError(code, signal)));
    this.slowness = new Promise((resolve) => {
      this.process.once('message', () => resolve(Math.max(1, (performance.now() - startedAt) / USUAL_START_MS)));
      setTimeout(resolve, USUAL_START_MS * SLOWNESS_MAX, SLOWNESS_MAX).unref();
    });
  }

  /** Whether it accepts jobs; false once it has ended. */
  get isRunning(): boolean {
    const { connected, exitCode, signalCode } = this.process;
    return connected && exitCode === null && signalCode === null;
  }

  /** Runs a job and returns its answer. @throws DecoderFailed */
  async run(job: Job): Promise<Answer> {
    const id = (this.jobs += 1);
    this.keepAlive();
    void this.killAfterTimeout(id, job);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.pending.set(id, { resolve, reject });
        // Errors of sending are ignored: the process then ends, and `fail` rejects its jobs.
        this.process.send({ id, ...job }, () => undefined);
      });
    } finally {
      this.pending.delete(id);
      if (this.pending.size === 0) this.endWhenIdle();
    }
  }

  /** Kills the process if it does not answer this job in time. The time starts when the process is ready. */
  private async killAfterTimeout(id: number, { kind }: Job): Promise<void> {
    const time = (await this.slowness) * (kind === 'delivery' ? DELIVERY_MS : JOB_MS);
    const kill = (): void => {
      const job = this.pending.get(id);
      if (!job) return;
      job.reject(new DecoderFailed('time'));
      this.process.kill('SIGKILL');
    };
    setTimeout(kill, time).unref();
  }

  /** Ends the process by disconnecting from it. */
  end(): void {
    clearTimeout(this.idleTimer);
    if (this.isRunning) this.process.disconnect();
  }

  private fail(error: Error): void {
    for (const { reject } of this.pending.values()) reject(error);
  }

  private keepAlive(): void {
    clearTimeout(this.idleTimer);
    this.process.ref();
    this.process.channel?.ref();
  }

  // An idle decoder must not keep this process alive.
  private endWhenIdle(): void {
    this.idleTimer = setTimeout(() => this.end(), IDLE_MS).unref();
    this.process.unref();
    this.process.channel?.unref();
  }
}

/** Returns the command that starts Node. Only Linux supports the memory limit. */
function decoderCommand(isCompiling: boolean): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  const flags = isCompiling ? FLAGS : [NO_COMPILER, ...FLAGS];
  if (process.platform !== 'linux') return { execArgv: flags };
  const kilobytes = String((DECODER_MAX_BYTES + (isCompiling ? RESERVED_BYTES : 0)) / 1024);
  return { execPath: '/bin/sh', execArgv: ['-c', LIMITED_SHELL, 'sh', kilobytes, process.execPath, ...flags] };
}

function exitError(code: number | null, signal: NodeJS.Signals | null): Error {
  if (!signal) return new Error(`the picture decoder ended with code ${code}`);
  // The system killed it, because the machine or container ran out of memory: see `LIMITED_SHELL`.
  if (signal === 'SIGKILL') return new DecoderFailed('killed');
  return new DecoderFailed(OUT_OF_MEMORY.includes(signal) ? 'memory' : 'crash');
}
