import type { EntityManager } from 'typeorm';
import { VISITOR } from '../access/actor.js';
import { AppError } from '../platform/http/errors.js';
import { SECTION_NAMES, type Section } from '../contract/statuses.js';
import { hashedKey, LIMITS } from '../platform/limits/limits.js';
import { countUse } from '../platform/limits/rate-limits.queries.js';
import { appendHistory } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { Optimization } from './optimization.entity.js';

/** A visitor's change of an earlier decision on a section. */
interface DecisionChange {
  optimizationId: string;
  section: Section;
  /** Network of the visitor's IP address. */
  network: string;
}

/**
 * Counts a visitor's change of a decision, for all processes together. Limited because each change stays in the
 * history for ever. The first refusal is recorded in the history for staff. The optimization must be locked.
 * @returns the error to answer with if there were too many changes, with the time of the next one; otherwise `null`
 */
export async function refusalIfTooOften(manager: EntityManager, change: DecisionChange): Promise<AppError | null> {
  const { optimizationId, section, network } = change;
  const count = (limit: 'decision' | 'decisionByAll', ...key: string[]) =>
    countUse(manager, LIMITS[limit], hashedKey('decision', key.join(' ')));
  // The network is counted first, so that a refused network does not use up the limit of all networks.
  let waitMs = await count('decision', optimizationId, section, network);
  if (waitMs === 0) waitMs = await count('decisionByAll', optimizationId, section);
  if (waitMs === 0) return null;
  await noteThrottled(manager, optimizationId, section);
  return sectionThrottled(section, waitMs);
}

function sectionThrottled(section: Section, waitMs: number): AppError {
  const minutes = Math.ceil(waitMs / 60_000);
  const wait = `Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then change it again.`;
  const message = `The decision on ${SECTION_NAMES[section]} was changed too often in a short time. ${wait}`;
  return new AppError(429, 'SECTION_THROTTLED', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

// Once per period of refusals, so that refusals do not fill the history.
async function noteThrottled(manager: EntityManager, optimizationId: string, section: Section): Promise<void> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(Optimization)
    .set({ throttledUntil: () => `now() + interval '${LIMITS.decision.seconds} seconds'` })
    .where('"id" = :optimizationId', { optimizationId })
    .andWhere('("throttledUntil" IS NULL OR "throttledUntil" < now())')
    .execute();
  if (!affected) return;
  await appendHistory(manager, VISITOR, {
    reviewId: optimizationId,
    action: 'section.throttled',
    item: { id: section },
  });
  await publish(manager, 'optimization.changed', { optimizationId });
}
