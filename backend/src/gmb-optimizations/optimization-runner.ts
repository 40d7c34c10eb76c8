import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Ai } from '../ai/ai.js';
import { SECTION_NAMES } from '../contract/statuses.js';
import { draftSeconds } from '../metrics/metrics.js';
import { ClaimLost, endRun } from '../runs/claims.js';
import { isOutage } from '../runs/outage.js';
import { reasonOf } from '../runs/reason-of.js';
import { RunKeeper, type RunOutcome } from '../runs/run-keeper.js';
import type { Runner } from '../runs/run.processor.js';
import { findWhole } from './find-optimization.js';
import { holdOptimizationRun, OPTIMIZATION_RUNS } from './optimization-claims.js';
import { OptimizationRunItem, type OptimizationRun } from './optimization-run.entity.js';
import { saveFailure, saveSkipped, saveSuggestion } from './suggestion-save.js';
import { recordFingerprint, suggestionInput } from './suggestion-input.js';
import { WebsiteScanner } from './website-scanner.js';

/** Writes the suggestions of a run, and goes on where a dead worker stopped. */
@Injectable()
export class OptimizationRunner implements Runner {
  private readonly logger = new Logger('Optimizations');
  private readonly keeper: RunKeeper<OptimizationRun>;

  constructor(
    private readonly db: DataSource,
    private readonly ai: Ai,
    private readonly scanner: WebsiteScanner,
  ) {
    this.keeper = new RunKeeper(db, OPTIMIZATION_RUNS, this.logger);
  }

  /** Begins no further section, and hands back those that take too long; then every `run` returns. */
  stop(): void {
    this.keeper.stop();
  }

  /**
   * Does what is left of a run; a run that has ended, or that another worker is at, is left alone.
   * @returns `left` when it is for another worker to go on, since this one stops
   */
  run(runId: string): Promise<RunOutcome> {
    return this.keeper.keep(runId, (run, signal) => this.work(run, signal));
  }

  private async work(run: OptimizationRun, signal: AbortSignal): Promise<RunOutcome> {
    await this.scanner.scanFor(run, signal);
    const items = await this.db.manager.findBy(OptimizationRunItem, { runId: run.id, state: 'waiting' });
    // The other sections draw on the keywords; among themselves they can be written at once.
    const isFirst = ({ section }: OptimizationRunItem): boolean => section === 'keywords';
    for (const together of [items.filter(isFirst), items.filter((item) => !isFirst(item))]) {
      if (together.length > 0 && this.keeper.isStopping) return 'left';
      const ends = await Promise.allSettled(together.map((item) => this.write(run, item, signal)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    }
    await this.db.transaction(async (manager) =>
      endRun(manager, OPTIMIZATION_RUNS, await holdOptimizationRun(manager, run)),
    );
    return 'done';
  }

  private async write(run: OptimizationRun, item: OptimizationRunItem, signal: AbortSignal): Promise<void> {
    const { section } = item;
    const measure = draftSeconds.startTimer({ queue: 'optimizations' });
    try {
      const optimization = await findWhole(this.db.manager, { id: run.optimizationId });
      if (!optimization) throw new ClaimLost();
      if (!optimization.section(section).isAsSeen(item.seen)) return await saveSkipped(this.db, run, item);
      const draft = await this.ai.suggest(suggestionInput(optimization, section, run.feedback), signal);
      await saveSuggestion(this.db, run, item, { ...draft, writtenFrom: recordFingerprint(optimization) });
      measure({ outcome: 'done' });
    } catch (error) {
      if (error instanceof ClaimLost || signal.aborted || isOutage(error)) throw error;
      measure({ outcome: 'failed' });
      const what = `The suggestion for ${SECTION_NAMES[section]}`;
      const where = `optimization ${run.optimizationId}, run ${run.id}`;
      return saveFailure(this.db, run, item, reasonOf(error, { what, where, logger: this.logger }));
    }
  }
}
