import type { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { CalmLog } from '../common/calm-log.js';
import { onBehalfOf } from '../common/trace.js';
import { underSignals } from '../common/under-signals.js';
import { claimRun, ClaimLost, releaseClaim, RENEW_MS, renewClaim, type RunKind } from './claims.js';
import type { Run } from './run.entity.js';

/** Time that a stopping worker gives the items it is at before it hands them back. */
const STOP_GRACE_MS = 5000;

/** Whether a run was brought to its end (and so freed), or is left for another worker because this one stops. */
export type RunOutcome = 'done' | 'left';

/** Does what is left of a run; `signal` ends when the run was lost to another worker, or is to be handed back. */
export type Work<R extends Run> = (run: R, signal: AbortSignal) => Promise<RunOutcome>;

/** Holds runs of one kind for this worker while it works on them. */
export class RunKeeper<R extends Run> {
  private readonly renewalLog: CalmLog;
  private readonly stopped = new AbortController();
  private readonly handBack = new AbortController();
  private readonly atWork = new Set<string>();

  constructor(
    private readonly db: DataSource,
    private readonly kind: RunKind<R>,
    logger: Logger,
  ) {
    this.renewalLog = new CalmLog(logger);
  }

  /** Whether nothing new is to be begun. */
  get isStopping(): boolean {
    return this.stopped.signal.aborted;
  }

  /** Begins nothing further, and hands back what takes too long; then every `keep` returns. */
  stop(): void {
    this.stopped.abort();
    setTimeout(() => this.handBack.abort(), STOP_GRACE_MS).unref();
  }

  /** Works on a run under a claim; a run that has ended, or that another worker is at, is left alone. */
  async keep(runId: string, work: Work<R>): Promise<RunOutcome> {
    if (this.isStopping) return 'left';
    // Its claim may have run out while this machine stood still; it is renewed, not taken over by ourselves.
    if (this.atWork.has(runId)) return 'done';
    this.atWork.add(runId);
    return this.claimAndWork(runId, work).finally(() => this.atWork.delete(runId));
  }

  private async claimAndWork(runId: string, work: Work<R>): Promise<RunOutcome> {
    const run = await claimRun(this.db, this.kind, runId);
    if (!run) return 'done';
    const lost = new AbortController();
    const signals = [lost.signal, this.handBack.signal];
    const renewal = setInterval(() => void this.renew(run, lost), RENEW_MS);
    let ended = false;
    try {
      const outcome = await onBehalfOf(run.requestId, () => underSignals(signals, (signal) => work(run, signal)));
      ended = outcome === 'done';
      return outcome;
    } catch (error) {
      if (!(error instanceof ClaimLost) && !signals.some(({ aborted }) => aborted)) throw error;
      return this.handBack.signal.aborted ? 'left' : 'done';
    } finally {
      clearInterval(renewal);
      // Whoever ends a run frees it. Where this fails, the claim runs out by itself.
      if (!ended) await releaseClaim(this.db, this.kind, run).catch(() => undefined);
    }
  }

  private async renew(run: R, lost: AbortController): Promise<void> {
    try {
      await renewClaim(this.db, this.kind, run);
    } catch (error) {
      if (error instanceof ClaimLost) lost.abort(error);
      else this.renewalLog.warn(`A claim could not be renewed: ${String(error)}`);
    }
  }
}
