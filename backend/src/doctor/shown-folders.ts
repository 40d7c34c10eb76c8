import type { EntityManager } from 'typeorm';

const SHOWN_BY: Record<string, string> = {
  images: 'SELECT 1 FROM images WHERE "fileId" = $1',
  logos: 'SELECT 1 FROM agencies WHERE "logoFileId" = $1 UNION ALL SELECT 1 FROM settings WHERE "logoFileId" = $1',
};

/** Whether a row shows the files of this folder (`images/<uuid>` or `logos/<uuid>`). */
export async function isShown(manager: EntityManager, folder: string): Promise<boolean> {
  const [kind = '', fileId] = folder.split('/');
  const found = await manager.query<unknown[]>(`${SHOWN_BY[kind]} LIMIT 1`, [fileId]);
  return found.length > 0;
}

/** Whether a row shows the files of this folder, an upload has reserved it, or its removal is scheduled. */
export async function isExpected(manager: EntityManager, folder: string): Promise<boolean> {
  const [kind = '', fileId] = folder.split('/');
  // In one statement, for one of these turns into another with a commit.
  const query = `${SHOWN_BY[kind]} UNION ALL SELECT 1 FROM deletions WHERE "folder" = $2 LIMIT 1`;
  const found = await manager.query<unknown[]>(query, [fileId, folder]);
  return found.length > 0;
}
