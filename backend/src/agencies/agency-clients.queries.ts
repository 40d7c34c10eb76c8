import type { EntityManager } from 'typeorm';

/**
 * Takes an agency that is deleted off its clients. Not left to the foreign key (ON DELETE SET NULL), because it counts as an
 * edit of each client.
 */
export async function detachClients(manager: EntityManager, agencyId: string, editor: string | null): Promise<void> {
  await manager.query(
    `UPDATE clients SET "agencyId" = NULL, "revision" = "revision" + 1, "editor" = $2 WHERE "agencyId" = $1`,
    [agencyId, editor],
  );
}
