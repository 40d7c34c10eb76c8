import type { Scoped } from '../access/scope.js';
import type { LoadLocked } from '../reviews/items.service.js';
import type { Section } from '../contract/statuses.js';
import { refusalIfTooOften } from './decision-throttle.js';
import { lockOptimization } from './find-optimization.js';
import type { OptimizationSection } from './optimization-section.entity.js';
import { saveOptimization } from './save-optimization.js';

/** Returns the function that locks a section and its optimization in a transaction. */
export function lockSection(optimizationId: string, section: Section, by: Scoped): LoadLocked<OptimizationSection> {
  return async (manager) => {
    const optimization = await lockOptimization(manager, optimizationId, by);
    return {
      item: optimization.section(section),
      review: { kind: 'optimization', reviewId: optimizationId },
      itemId: section,
      save: (changer, change) =>
        saveOptimization(manager, optimization, changer, [{ ...change, item: { id: section } }]),
      refusalIfTooOften: (network) => refusalIfTooOften(manager, { optimizationId, section, network }),
    };
  };
}
