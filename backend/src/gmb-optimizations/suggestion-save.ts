import type { DataSource } from 'typeorm';
import type { SuggestionDraft } from '../ai/ai.js';
import { SECTION_NAMES, type Section } from '../contract/statuses.js';
import { getWhole } from './find-optimization.js';
import { endSection, holdOptimizationRun } from './optimization-claims.js';
import type { OptimizationRun } from './optimization-run.entity.js';
import type { OptimizationSection } from './optimization-section.entity.js';
import { saveOptimization } from './save-optimization.js';

/**
 * Writes a suggestion and counts its section as done, in one transaction; nothing is written where staff or the client
 * changed the section while the AI was thinking.
 * @param seen the section as it was when the AI was asked
 */
export function saveSuggestion(
  db: DataSource,
  claimed: OptimizationRun,
  seen: OptimizationSection,
  { suggestion, provider }: SuggestionDraft,
): Promise<void> {
  const { section } = seen;
  return db.transaction(async (manager) => {
    const run = await holdOptimizationRun(manager, claimed);
    const optimization = await getWhole(manager, run.optimizationId);
    const current = optimization.section(section);
    if (!current.isAsSeen(seen)) {
      const message = `${SECTION_NAMES[section]} was changed meanwhile, so the new suggestion was dropped.`;
      return endSection(manager, run, { section, state: 'skipped', message });
    }
    const changes = { suggestion: current.suggest(suggestion) };
    const by = { kind: 'ai', name: provider } as const;
    await saveOptimization(manager, optimization, by, [
      { action: 'section.suggested', section, changes, feedback: run.feedback },
    ]);
    await endSection(manager, run, { section, state: 'done' });
  });
}

/** Counts a section as failed, with a sentence that says why. */
export function saveFailure(
  db: DataSource,
  claimed: OptimizationRun,
  section: Section,
  message: string,
): Promise<void> {
  return db.transaction(async (manager) => {
    await endSection(manager, await holdOptimizationRun(manager, claimed), { section, state: 'failed', message });
  });
}
