import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ImageView } from '../contract/images.js';
import { appendHistory } from '../history/history.js';
import { lockMoment } from '../moments/moment-status.queries.js';
import { publish, publishEach } from '../platform/events/publish.js';
import { conflict } from '../platform/http/errors.js';
import { presentImage } from './image.present.js';
import { listImagesOfMoment, writePositions, type ImageRow } from './images.queries.js';

/** The order of a moment's images. */
@Injectable()
export class ImageOrderService {
  constructor(private readonly db: DataSource) {}

  /**
   * Puts all images of a moment into this order. Decisions stay, since the order is not part of what the client
   * approves.
   * @throws AppError 404, 409 ORDER_OUTDATED unless these are exactly the moment's images
   */
  reorder(momentId: string, imageIds: string[], by: Actor): Promise<ImageView[]> {
    return this.db.transaction(async (manager) => {
      await lockMoment(manager, momentId, by);
      const before = await listImagesOfMoment(manager, momentId, {}, by);
      requireSameImages(before, imageIds);
      if (before.some(({ id }, index) => id !== imageIds[index])) {
        await writePositions(manager, momentId, imageIds);
        await appendHistory(manager, by, { reviewId: momentId, action: 'moment.reordered' });
        // Lists show the first image as the cover.
        await publish(manager, 'moment.changed', { momentId });
      }
      const after = await listImagesOfMoment(manager, momentId, {}, by);
      const places = new Map(before.map(({ id, position }) => [id, position]));
      const moved = after.filter(({ id, position }) => places.get(id) !== position);
      await publishEach(
        manager,
        'image.changed',
        moved.map(({ id }) => ({ momentId, imageId: id })),
      );
      return after.map(presentImage);
    });
  }
}

function requireSameImages(images: ImageRow[], ids: string[]): void {
  const given = new Set(ids);
  if (images.length === given.size && images.every(({ id }) => given.has(id))) return;
  const message =
    'The photos of this moment are not those of the new order: some were added or deleted meanwhile. Please order them again.';
  throw conflict('ORDER_OUTDATED', message);
}
