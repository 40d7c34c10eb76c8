import type { NotificationView } from '../contract/notifications.js';
import { itemIdFields } from '../history/history.js';
import { thumbnailUrl } from '../moments/covers.queries.js';
import { reviewIdFields } from '../reviews/review-names.js';
import type { NotificationRow } from './notifications.queries.js';

export function presentNotification(row: NotificationRow): NotificationView {
  const { id, kind, at, readAt, facts, title, clientId, business, cover, words } = row;
  const { approved, rejected, unanswered, decided, total } = row;
  return {
    id,
    kind,
    at: at.toISOString(),
    isRead: readAt !== null,
    ...reviewIdFields({ kind: row.reviewKind, reviewId: row.reviewId }),
    title,
    client: { id: clientId, business },
    coverUrl: thumbnailUrl(cover),
    people: facts.people ?? row.people ?? [],
    approved,
    rejected,
    unanswered,
    decided,
    total,
    words: (words ?? []).map(({ itemId, fileId, extension, ...word }) => ({
      ...itemIdFields(itemId),
      ...word,
      thumbnailUrl: thumbnailUrl(fileId && extension ? { fileId, extension } : null),
    })),
    failed: facts.failed ?? 0,
    note: facts.note ?? row.doneNote ?? '',
  };
}
