import type { NotificationView } from '../contract/notifications.js';
import { thumbnailUrl } from '../moments/covers.queries.js';
import type { NotificationRow } from './notifications.queries.js';

export function presentNotification(row: NotificationRow): NotificationView {
  const { id, kind, at, readAt, facts, momentId, optimizationId, title, clientId, business, cover, words } = row;
  const { approved, rejected, unanswered, decided, total } = row;
  return {
    id,
    kind,
    at: at.toISOString(),
    isRead: readAt !== null,
    momentId,
    optimizationId,
    title,
    client: { id: clientId, business },
    coverUrl: thumbnailUrl(cover),
    people: facts.people ?? row.people ?? [],
    approved,
    rejected,
    unanswered,
    decided,
    total,
    words: (words ?? []).map(({ fileId, extension, ...word }) => ({
      ...word,
      thumbnailUrl: thumbnailUrl(fileId && extension ? { fileId, extension } : null),
    })),
    failed: facts.failed ?? 0,
    note: facts.note ?? row.doneNote ?? '',
  };
}
