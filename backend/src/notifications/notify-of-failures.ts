import type { EntityManager } from 'typeorm';
import { RunItem, type Run } from '../runs/run.entity.js';
import { notify, type Subject } from './notify.js';

/** Tells staff that a part of a run failed, and why the first one did; nothing where all was done. */
export async function notifyOfFailures(manager: EntityManager, subject: Subject, { id, failed }: Run): Promise<void> {
  if (failed === 0) return;
  const where = { runId: id, state: 'failed' as const };
  const first = await manager.findOne(RunItem, { where, order: { position: 'ASC' } });
  await notify(manager, subject, { kind: 'failed', facts: { failed, note: first?.message ?? '' } });
}
