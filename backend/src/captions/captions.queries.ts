import type { EntityManager } from 'typeorm';
import type { CaptionInput } from '../ai/ai.js';
import { IMAGE_COLUMNS, type ImageRow } from '../images/images.queries.js';
import { prepared } from '../platform/database/sql.js';

/** An image to be captioned, as it stands now, and whose it is. */
export interface CaptionSource {
  image: ImageRow;
  clientId: string;
  client: CaptionInput['client'];
}

const SOURCE = prepared(
  'source of caption',
  `SELECT ${IMAGE_COLUMNS}, (SELECT "clientId" FROM moments WHERE "id" = images."momentId"), (
    SELECT to_json(facts) FROM (
      SELECT "business", "description", "mediaDescription", "serviceAreas", "targetKeywords", "categories", "website", "address"
      FROM clients WHERE "id" = (SELECT "clientId" FROM moments WHERE "id" = images."momentId")
    ) facts
  ) AS "client" FROM images WHERE "id" = $1`,
);

/** An image of a run with what its client is; `null` when it is gone. One statement, because each caption takes it. */
export async function findCaptionSource(manager: EntityManager, imageId: string): Promise<CaptionSource | null> {
  const [row] = await manager.query<(ImageRow & Omit<CaptionSource, 'image'>)[]>(SOURCE, [imageId]);
  if (!row) return null;
  const { client, clientId, ...image } = row;
  return { image, client, clientId };
}
