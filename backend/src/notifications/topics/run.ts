import type { EntityManager } from 'typeorm';
import { RunItem, type Run } from '../../runs/run.entity.js';
import type { RunFailedFacts } from '../mails/run-failed.mail.js';
import type { NotificationFacts } from '../notification.entity.js';
import { notify } from '../notify.js';
import { summaryOf, type NotificationTopic, type OwnFacts } from './topic.js';

/** Items of a run failed. Replaces an unread notification about an earlier run. */
export const RUN: NotificationTopic = {
  mails: {
    failed: async (row, { origin }) => {
      const { failed = 0, note = '' } = row.facts;
      const about = { ...summaryOf(row, { origin }), client: { business: row.business } };
      const facts: OwnFacts<RunFailedFacts> = { ...about, failed, reason: note };
      return { kind: 'runFailed', dedupeKey: row.id, facts };
    },
  },
};

/**
 * Notifies staff that items of a run failed, and why the first one did; does nothing if none failed. Called in the transaction
 * that ends the run.
 */
export async function notifyOfFailures(manager: EntityManager, { id, subjectId, failed }: Run): Promise<void> {
  if (failed === 0) return;
  const where = { runId: id, state: 'failed' as const };
  const first = await manager.findOne(RunItem, { where, order: { position: 'ASC' } });
  const facts: NotificationFacts = { failed, note: first?.message ?? '' };
  await notify(manager, { reviewId: subjectId }, ADD, [subjectId, JSON.stringify(facts)]);
}

const ADD = `
  INSERT INTO notifications AS n ("userId", "reviewId", "topic", "kind", "facts")
  SELECT "userId", $2::uuid, 'run', 'failed', $3::jsonb FROM unnest($1::uuid[]) "userId"
  ON CONFLICT (coalesce("reviewId", "clientId"), "topic", "userId") WHERE "readAt" IS NULL DO UPDATE SET
    "facts" = excluded."facts", "at" = now(), "mailedAt" = NULL
  RETURNING n."userId"`;
