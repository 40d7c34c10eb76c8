import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClaimLost } from '../runs/claims.js';
import { announce } from '../realtime/announcements.js';
import { WebsiteReader } from '../websites/read-website.js';
import { WebsiteError } from '../websites/website-error.js';
import { findWhole, getWhole } from './find-optimization.js';
import { holdOptimizationRun } from './optimization-claims.js';
import type { OptimizationRun } from './optimization-run.entity.js';
import { Optimization, type WebsiteScan } from './optimization.entity.js';

/** Reads the client's website before the suggestions are written. A website that cannot be read stops nothing. */
@Injectable()
export class WebsiteScanner {
  private readonly logger = new Logger('Websites');

  constructor(
    private readonly db: DataSource,
    private readonly reader: WebsiteReader,
  ) {}

  /** Reads the website of a run's optimization, unless it was read; one that failed is tried again by each generation. */
  async scanFor(run: OptimizationRun, signal: AbortSignal): Promise<void> {
    const optimization = await findWhole(this.db.manager, { id: run.optimizationId });
    if (!optimization) throw new ClaimLost();
    const { website, websiteScan, isScanned } = optimization;
    const wasTried = websiteScan?.url === website && run.kind === 'regenerate';
    if (website === '' || isScanned || wasTried) return;
    await this.save(run, await this.scan(website, signal));
  }

  private async scan(url: string, signal: AbortSignal): Promise<WebsiteScan> {
    const at = new Date().toISOString();
    try {
      return { state: 'read', url, at, site: await this.reader.read(url, signal) };
    } catch (error) {
      if (signal.aborted) throw error;
      return { state: 'failed', url, at, note: this.noteOf(error) };
    }
  }

  // Whatever a hostile page breaks, the suggestions are written without it.
  private noteOf(error: unknown): string {
    if (error instanceof WebsiteError) return error.message;
    this.logger.error(error instanceof Error ? error.stack : String(error));
    return new WebsiteError('what it answered is not understood').message;
  }

  private save(claimed: OptimizationRun, scan: WebsiteScan): Promise<void> {
    return this.db.transaction(async (manager) => {
      const { optimizationId } = await holdOptimizationRun(manager, claimed);
      const optimization = await getWhole(manager, optimizationId);
      // Staff corrected the address meanwhile: this scan is about another website.
      if (optimization.website !== scan.url) return;
      optimization.websiteScan = scan;
      optimization.settle();
      const { websiteScan, currentStep } = optimization;
      await manager.update(Optimization, { id: optimizationId }, { websiteScan, currentStep });
      await announce(manager, 'optimization.changed', { optimizationId });
    });
  }
}
