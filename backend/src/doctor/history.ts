import { lockMoment } from '../moments/settle.js';
import { record, type Actor } from '../history/history.service.js';
import type { Finding } from './finding.js';
import type { Patient } from './patient.js';
import { rowsOf } from './rows.js';

/** Who is named for what the doctor writes down. */
export const DOCTOR: Actor = { kind: 'staff', name: 'npm run doctor' };

const VANISHED = `
  SELECT history."momentId", history."imageId", max(history."imageName") AS "imageName" FROM history
  WHERE "imageId" IS NOT NULL AND NOT EXISTS (SELECT FROM images WHERE images."id" = history."imageId")
  GROUP BY history."momentId", history."imageId" HAVING NOT bool_or(history."action" = 'image.deleted')`;

interface Vanished {
  momentId: string;
  imageId: string;
  imageName: string;
}

/** Histories of images that are gone without having been deleted. */
export async function* historyOfNothing({ client, db }: Patient): AsyncGenerator<Finding> {
  for await (const { momentId, imageId, imageName } of rowsOf<Vanished>(client, VANISHED)) {
    const image = { id: imageId, fileName: imageName };
    yield {
      what: `moment ${momentId} has a history of image ${imageId} (${imageName}), which is gone but was never deleted`,
      cure: 'note in its history that it was found gone',
      mend: () =>
        db.transaction(async (manager) => {
          await lockMoment(manager, momentId);
          await record(manager, DOCTOR, { momentId, action: 'image.deleted', image });
        }),
    };
  }
}

// What was decided last must stand in the row, unless what the client sees was changed afterwards.
const UNDECIDED = `
  SELECT 'image ' || images."id" || ' of moment ' || images."momentId" AS what, images."status"
  FROM images LEFT JOIN LATERAL (
    SELECT CASE "action" WHEN 'image.resubmit_undone' THEN 'image.rejected' ELSE "action" END AS "action"
    FROM history WHERE history."momentId" = images."momentId" AND history."imageId" = images."id"
      AND "action" IN ('image.approved', 'image.rejected', 'image.resubmitted', 'image.resubmit_undone')
    ORDER BY history."id" DESC LIMIT 1
  ) AS last ON true
  WHERE images."status" <> 'pending' AND last."action" IS DISTINCT FROM 'image.' || images."status"
  UNION ALL
  SELECT 'section ' || "section" || ' of optimization ' || "optimizationId", "approval"
  FROM optimization_sections LEFT JOIN LATERAL (
    SELECT "action" FROM history WHERE history."optimizationId" = optimization_sections."optimizationId"
      AND history."section" = optimization_sections."section"
      AND "action" IN ('section.approved', 'section.rejected') ORDER BY history."id" DESC LIMIT 1
  ) AS last ON true
  WHERE "approval" <> 'pending' AND last."action" IS DISTINCT FROM 'section.' || "approval"`;

/** Decisions that the history does not know of. */
export async function* unrecordedDecisions({ client }: Patient): AsyncGenerator<Finding> {
  for await (const { what, status } of rowsOf<{ what: string; status: string }>(client, UNDECIDED)) {
    yield {
      what: `${what} is ${status}, but its history does not end with that decision`,
      cure: 'nobody decided this through the product: ask the client, and have it decided anew',
    };
  }
}
