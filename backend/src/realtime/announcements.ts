import type { EntityManager } from 'typeorm';
import { currentRequestId } from '../common/trace.js';
import type { CaptionProgress, OptimizationProgress } from '../contract/events.js';

/** PostgreSQL's channel for announcements. */
export const CHANNEL = 'gmb_moments';

/** What one process tells the others: ids and counts only, since a notification holds at most 8 kB. */
export interface Announcements {
  'captions.progress': CaptionProgress;
  'image.changed': { momentId: string; imageId: string };
  'image.deleted': { momentId: string; imageId: string };
  'moment.changed': { momentId: string };
  'moment.deleted': { momentId: string };
  'optimization.progress': OptimizationProgress;
  'optimization.changed': { optimizationId: string };
  'optimization.deleted': { optimizationId: string };
  'client.changed': { id: string };
  'agency.changed': { id: string };
  'settings.changed': { id: string };
  'user.changed': { id: string };
  /** One session was ended by a logout. */
  'session.ended': { sessionId: string };
  /** Every session of the user but the kept one was ended. */
  'credentials.changed': { userId: string; keptSessionId: string | null };
}
export type AnnouncementName = keyof Announcements;

/** An announcement on its way: what it says, the request that it goes back to, and when it was said (ms, by the sender's clock). */
export type Announcement = {
  [Name in AnnouncementName]: { name: Name; payload: Announcements[Name]; requestId: string | null; saidAt: number };
}[AnnouncementName];

/** Announces on the transaction's own connection: heard after the commit, and never after a rollback. */
export function announce<Name extends AnnouncementName>(
  manager: EntityManager,
  name: Name,
  payload: Announcements[Name],
): Promise<void> {
  return announceEach(manager, name, [payload]);
}

/** The same for many at once, in one round trip. */
export async function announceEach<Name extends AnnouncementName>(
  manager: EntityManager,
  name: Name,
  payloads: Announcements[Name][],
): Promise<void> {
  const texts = payloads.map((payload) => JSON.stringify(envelope(name, payload)));
  await manager.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [CHANNEL, texts]);
}

function envelope<Name extends AnnouncementName>(name: Name, payload: Announcements[Name]) {
  return { name, payload, requestId: currentRequestId(), saidAt: Date.now() };
}
