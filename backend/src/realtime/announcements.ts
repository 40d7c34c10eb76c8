import type { EntityManager } from 'typeorm';
import type { CaptionProgress } from '../contract/events.js';

/** PostgreSQL's channel for announcements. */
export const CHANNEL = 'gmb_moments';

/** What one process tells the others: ids and counts only, since a notification holds at most 8 kB. */
export interface Announcements {
  'captions.progress': CaptionProgress;
  'image.changed': { momentId: string; imageId: string };
  'image.deleted': { momentId: string; imageId: string };
  'moment.changed': { momentId: string };
  'moment.deleted': { momentId: string };
  'client.changed': { id: string };
  'agency.changed': { id: string };
  'settings.changed': { id: string };
  'session.ended': { sessionId: string };
}
export type AnnouncementName = keyof Announcements;

/** Announces on the transaction's own connection: heard after the commit, and never after a rollback. */
export async function announce<Name extends AnnouncementName>(
  manager: EntityManager,
  name: Name,
  payload: Announcements[Name],
): Promise<void> {
  await manager.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ name, payload })]);
}
