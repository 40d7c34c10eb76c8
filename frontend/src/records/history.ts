import { queryOptions } from '@tanstack/react-query';
import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import { IMAGE_TEXTS } from '@gmb-moments/backend/contract/image-fields';
import { http } from '../lib/http';
import { queryKeyOf, type ReviewRef } from './reviews';

/** Whether an entry replaced texts that can be restored. */
export function isRestorable({ imageId, section, changes }: HistoryEntry): boolean {
  const replaces = (field: string) => Boolean(changes[field]?.from);
  if (imageId) return IMAGE_TEXTS.some(replaces);
  return section !== null && replaces('suggestion');
}

/** Restores the texts that an entry replaced; this is an edit of its own. */
export function restoreTexts({ path, id }: ReviewRef, { id: entryId, imageId }: HistoryEntry): Promise<void> {
  return http.post(imageId ? `/api/images/${imageId}/restore` : `/api/${path}/${id}/restore`, { entryId });
}

const RECENT_MAX = 200;

/** The newest 200 entries of a history. */
export function recentHistoryQuery(review: ReviewRef) {
  return queryOptions<HistoryEntry[]>({ queryKey: [...queryKeyOf(review), 'history', { limit: RECENT_MAX }] });
}

/** The history of a moment and its images, or of an optimization and its sections; newest first. */
export function historyQuery(review: ReviewRef) {
  return queryOptions<HistoryEntry[]>({ queryKey: [...queryKeyOf(review), 'history'] });
}
