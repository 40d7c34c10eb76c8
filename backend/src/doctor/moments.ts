import type { EntityManager } from 'typeorm';
import { announce } from '../realtime/announcements.js';
import { recountMoments } from '../moments/moment-counts.js';
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

// Both in one statement, so that they are of one instant.
const MISCOUNTED = `
  SELECT "status", sum("kept")::int AS "kept", sum("there")::int AS "there" FROM (
    SELECT "status", "count" AS "kept", 0 AS "there" FROM moment_counts
    UNION ALL SELECT "status", 0, count(*) FROM moments GROUP BY "status"
  ) AS counts GROUP BY "status" HAVING sum("kept") <> sum("there")`;

/** Statuses whose number of moments is kept wrongly, so that lists tell wrong totals. */
export async function* miscountedMoments({ client, db }: Patient): AsyncGenerator<Finding> {
  for await (const { status, kept, there } of rowsOf<{ status: string; kept: number; there: number }>(
    client,
    MISCOUNTED,
  )) {
    yield {
      what: `${kept} moments are counted as ${status}, but there are ${there}`,
      cure: 'count them anew',
      mend: () => db.transaction((manager) => recountMoments(manager, status)),
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
