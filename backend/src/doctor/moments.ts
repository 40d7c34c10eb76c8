import type { EntityManager } from 'typeorm';
import { announce } from '../realtime/announcements.js';
import { lockMoment, settleMoment, UNSETTLED } from '../moments/settle.js';
import type { Finding } from './finding.js';
import type { Patient } from './patient.js';
import { rowsOf } from './rows.js';

interface Unsettled {
  id: string;
  status: string;
  imageCount: number;
  rightStatus: string;
  rightCount: number;
}

/** Moments whose status or count of images is not what follows from their images. */
export async function* unsettledMoments({ client, db }: Patient): AsyncGenerator<Finding> {
  for await (const moment of rowsOf<Unsettled>(client, UNSETTLED)) {
    const { id, status, imageCount, rightStatus, rightCount } = moment;
    yield {
      what: `moment ${id} counts ${imageCount} images and is ${status}, but has ${rightCount} and should be ${rightStatus}`,
      cure: 'derive both from its images',
      mend: () =>
        db.transaction(async (manager) => {
          await lockMoment(manager, id);
          await settleMoment(manager, id);
        }),
    };
  }
}

const MISPLACED = `
  SELECT "momentId" FROM images GROUP BY "momentId"
  HAVING count(DISTINCT "position") < count(*) OR min("position") < 0`;

/** Images of a moment in the same place, or before the first. Gaps do not matter: they come of images that were deleted. */
export async function* misplacedImages({ client, db }: Patient): AsyncGenerator<Finding> {
  for await (const { momentId } of rowsOf<{ momentId: string }>(client, MISPLACED)) {
    yield {
      what: `moment ${momentId} has images in the same place, or before the first`,
      cure: 'number them anew, in their order',
      mend: () => db.transaction((manager) => renumber(manager, momentId)),
    };
  }
}

async function renumber(manager: EntityManager, momentId: string): Promise<void> {
  await lockMoment(manager, momentId);
  // First behind all others, for no two may have the same place even for a moment.
  const behind = `(SELECT max("position") + 1 FROM images WHERE "momentId" = $1)`;
  for (const start of [behind, '0']) {
    await manager.query(
      `UPDATE images SET "position" = ${start} + ordered.place
       FROM (SELECT "id", row_number() OVER (ORDER BY "position", "createdAt", "id") - 1 AS place
             FROM images WHERE "momentId" = $1) AS ordered
       WHERE images."id" = ordered."id"`,
      [momentId],
    );
  }
  await announce(manager, 'moment.changed', { momentId });
}
