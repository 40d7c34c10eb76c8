import type { EntityManager } from 'typeorm';
import type { HistoryAction } from '../contract/history.js';
import { record, type Actor } from '../history/history.js';
import { recomputeStatus } from '../moments/moment-status.queries.js';
import { publish } from '../platform/events/publish.js';
import { Image } from './image.entity.js';

/** What changed of an image, for the history. */
export interface ImageChange {
  action: HistoryAction;
  changes?: Record<string, { from: string; to: string }>;
  feedback?: string;
}

/** Saves a changed image whose moment is locked, with all that follows from the change. */
export async function saveImage(manager: EntityManager, image: Image, by: Actor, change: ImageChange): Promise<void> {
  const { id, momentId, createdAt: _fixed, ...columns } = image;
  const isDecision = change.action === 'image.approved' || change.action === 'image.rejected';
  // By the clock of the database, as in the history.
  await manager.update(Image, { id }, { ...columns, ...(isDecision && { decidedAt: () => 'now()' }) });
  await record(manager, by, { momentId, image, ...change });
  await publish(manager, 'image.changed', { momentId, imageId: id });
  await recomputeStatus(manager, momentId);
}
