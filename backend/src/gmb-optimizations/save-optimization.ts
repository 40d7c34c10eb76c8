import type { EntityManager } from 'typeorm';
import { record, type Actor } from '../history/history.service.js';
import { announce } from '../realtime/announcements.js';
import { OptimizationSection } from './optimization-section.entity.js';
import { Optimization, RECORD_FIELDS } from './optimization.entity.js';

/** What happened to an optimization, for its history. */
export type Happening = Omit<Parameters<typeof record>[2], 'momentId' | 'optimizationId' | 'image'>;

/** Saves a changed optimization that is locked, with all that follows from the change. */
export async function saveOptimization(
  manager: EntityManager,
  optimization: Optimization,
  by: Actor,
  happenings: Happening[],
): Promise<void> {
  optimization.settle();
  const { id, clientId, status, currentStep, websiteScan, edits } = optimization;
  const texts = Object.fromEntries(RECORD_FIELDS.map((field) => [field, optimization[field]]));
  await manager.update(Optimization, { id }, { ...texts, clientId, status, currentStep, websiteScan, edits });
  for (const { section: name } of happenings) {
    if (!name) continue;
    const { suggestion, approval, feedback, version, decisionRevision, writtenFrom, editor } =
      optimization.section(name);
    const where = { optimizationId: id, section: name };
    const changed = { suggestion, approval, feedback, version, decisionRevision, writtenFrom, editor };
    await manager.update(OptimizationSection, where, changed);
  }
  await record(manager, by, ...happenings.map((happening) => ({ ...happening, optimizationId: id })));
  await announce(manager, 'optimization.changed', { optimizationId: id });
}
