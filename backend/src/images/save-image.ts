import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { HISTORY } from '../contract/history.js';
import type { ItemChange } from '../reviews/items.service.js';
import { appendHistory } from '../history/history.js';
import { recomputeStatus } from '../moments/moment-status.queries.js';
import { publish } from '../platform/events/publish.js';
import { changeOriginals, markDuplicates } from '../moments/image-duplicates.queries.js';
import { historyItemOf, Image } from './image.entity.js';

/**
 * Saves a changed image, appends the change to the history, publishes it and updates the moment's status. The moment
 * must be locked.
 */
export async function saveImage(manager: EntityManager, image: Image, by: Actor, change: ItemChange): Promise<void> {
  const { id, momentId, createdAt: _fixed, ...columns } = image;
  const isDecision = HISTORY[change.action].category === 'decision';
  // The clock of the database, as in the history.
  await manager.update(Image, { id }, { ...columns, ...(isDecision && { decidedAt: () => 'now()' }) });
  if (change.action === 'image.replaced') {
    await changeOriginals(manager, { imageId: id }, async () => {
      Object.assign(image, (await markDuplicates(manager, [id])).get(id));
    });
  }
  await appendHistory(manager, by, { reviewId: momentId, item: historyItemOf(image), ...change });
  await publish(manager, 'image.changed', { momentId, imageId: id });
  await recomputeStatus(manager, momentId);
}
