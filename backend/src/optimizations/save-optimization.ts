import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { CHECKED_ELSEWHERE } from '../access/scope.js';
import { pick } from '../contract/record-fields.js';
import type { Section } from '../contract/statuses.js';
import { appendHistory, type NewEntry } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { getOptimization } from './find-optimization.js';
import { OptimizationSection } from './optimization-section.entity.js';
import { Optimization, RECORD_COLUMNS, type WebsiteScan } from './optimization.entity.js';

/**
 * Saves a changed optimization, appends the changes to the history, publishes them and adds to the round. It must be
 * locked.
 */
export async function saveOptimization(
  manager: EntityManager,
  optimization: Optimization,
  by: Actor,
  entries: NewEntry[],
): Promise<void> {
  optimization.recomputeStatus();
  const { id, clientId, status, currentStep, websiteScan, edits, done, isDecided } = optimization;
  const texts = pick(optimization, RECORD_COLUMNS);
  const derived = { status, currentStep, done, isDecided };
  await manager.update(Optimization, { id }, { ...texts, clientId, websiteScan, edits, ...derived });
  for (const { item } of entries) {
    if (!item) continue;
    const { optimizationId, section, optimization: _whole, ...changed } = optimization.section(item.id as Section);
    await manager.update(OptimizationSection, { optimizationId, section }, changed);
  }
  await appendHistory(manager, by, ...entries.map((entry) => ({ ...entry, reviewId: id })));
  if (optimization.beginsRound) {
    const roundStart = () => `coalesce((SELECT max("id") FROM history WHERE "reviewId" = reviews."id"), 0)`;
    await manager.update(Optimization, { id }, { roundStart });
  }
  await publish(manager, 'optimization.changed', { optimizationId: id });
}

/** Saves the AI's suggestion for a section, or why it could not be written. The optimization must be locked. */
export async function saveOutcome(
  manager: EntityManager,
  { optimizationId, section }: OptimizationSection,
  outcome: Pick<OptimizationSection, 'draft'> | Pick<OptimizationSection, 'unwritten'>,
): Promise<void> {
  await manager.update(OptimizationSection, { optimizationId, section }, outcome);
  await publish(manager, 'optimization.changed', { optimizationId });
}

/** Saves the result of reading the website, unless staff changed the website's address meanwhile. */
export async function saveScan(manager: EntityManager, optimizationId: string, scan: WebsiteScan): Promise<void> {
  const optimization = await getOptimization(manager, optimizationId, CHECKED_ELSEWHERE);
  if (optimization.website !== scan.url) return;
  optimization.websiteScan = scan;
  optimization.recomputeStatus();
  const { websiteScan, currentStep } = optimization;
  await manager.update(Optimization, { id: optimizationId }, { websiteScan, currentStep });
  await publish(manager, 'optimization.changed', { optimizationId });
}
