import type { DataSource, EntityManager } from 'typeorm';
import type { SuggestionDraft } from '../ai/ai.js';
import { SECTION_NAMES } from '../contract/statuses.js';
import { reason, type Reason } from '../runs/reason.js';
import { getWhole } from './find-optimization.js';
import { endSection, holdOptimizationRun } from './optimization-claims.js';
import type { OptimizationRun, OptimizationRunItem } from './optimization-run.entity.js';
import { saveOptimization } from './save-optimization.js';

/**
 * Writes a suggestion and counts its section as done, in one transaction; nothing is written where staff or the client
 * changed the section since the suggestion was asked for.
 */
export function saveSuggestion(
  db: DataSource,
  claimed: OptimizationRun,
  item: OptimizationRunItem,
  { suggestion, provider, writtenFrom }: SuggestionDraft & { writtenFrom: string },
): Promise<void> {
  const { section, seen } = item;
  return db.transaction(async (manager) => {
    const run = await holdOptimizationRun(manager, claimed);
    const optimization = await getWhole(manager, run.optimizationId);
    const current = optimization.section(section);
    if (!current.isAsSeen(seen)) return skip(manager, run, item);
    const by = { kind: 'ai', name: provider } as const;
    const changes = { suggestion: current.suggest(suggestion, { by, writtenFrom }) };
    await saveOptimization(manager, optimization, by, [
      { action: 'section.suggested', section, changes, feedback: run.feedback },
    ]);
    await endSection(manager, run, section, { state: 'done' });
  });
}

/** Counts a section as skipped, because it was changed since its suggestion was asked for. */
export function saveSkipped(db: DataSource, claimed: OptimizationRun, item: OptimizationRunItem): Promise<void> {
  return db.transaction(async (manager) => skip(manager, await holdOptimizationRun(manager, claimed), item));
}

/** Counts a section as failed. */
export function saveFailure(
  db: DataSource,
  claimed: OptimizationRun,
  { section }: OptimizationRunItem,
  why: Reason,
): Promise<void> {
  return db.transaction(async (manager) => {
    await endSection(manager, await holdOptimizationRun(manager, claimed), section, { state: 'failed', reason: why });
  });
}

function skip(manager: EntityManager, run: OptimizationRun, { section }: OptimizationRunItem): Promise<void> {
  const message = `The section ${SECTION_NAMES[section]} was changed meanwhile, so the new suggestion was dropped.`;
  return endSection(manager, run, section, { state: 'skipped', reason: reason('SECTION_CHANGED', message) });
}
