import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { HISTORY } from '../contract/history.js';
import type { ItemChange } from '../reviews/items.service.js';
import { appendHistory } from '../history/history.js';
import { recomputeStatus } from '../moments/moment-status.queries.js';
import { publish } from '../platform/events/publish.js';
import { changeOriginals, markDuplicates } from '../moments/image-duplicates.queries.js';
import { historyItem, Image } from './image.entity.js';

/** Saves a changed image whose moment is locked, with all that follows from the change. */
export async function saveImage(manager: EntityManager, image: Image, by: Actor, change: ItemChange): Promise<void> {
  const { id, momentId, createdAt: _fixed, ...columns } = image;
  const isDecision = HISTORY[change.action].category === 'decision';
  // By the clock of the database, as in the history.
  await manager.update(Image, { id }, { ...columns, ...(isDecision && { decidedAt: () => 'now()' }) });
  if (change.action === 'image.replaced') {
    await changeOriginals(manager, { imageId: id }, async () => {
      Object.assign(image, (await markDuplicates(manager, [id])).get(id));
    });
  }
  await appendHistory(manager, by, { reviewId: momentId, item: historyItem(image), ...change });
  await publish(manager, 'image.changed', { momentId, imageId: id });
  await recomputeStatus(manager, momentId);
}
