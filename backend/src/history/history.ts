import { IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { Scoped } from '../access/scope.js';
import { conflict, notFound } from '../platform/http/errors.js';
import { mapPage, type Page } from '../platform/http/paging.js';
import { HISTORY, type HistoryEntry, type ItemAction, type ReviewAction } from '../contract/history.js';
import type { PageQuery } from '../contract/paging.js';
import { isSection, type Section } from '../contract/statuses.js';
import { HistoryRecord } from './history.entity.js';
import { APPEND_ENTRY } from './history.queries.js';

/** An entry to append: about one item of a review, or about the whole review. */
export type NewEntry = ({ action: ItemAction; item: HistoryItem } | { action: ReviewAction; item?: undefined }) & {
  changes?: Record<string, { from: string; to: string }>;
  feedback?: string;
};

/** An image with its file name, or a section, whose id is its name. */
interface HistoryItem {
  id: string;
  name?: string;
}

/**
 * Appends entries, in the transaction of what happened. Entries whose action `notifies` are also queued
 * (`pending_entries`): followers (`pending-entries.sweep.ts`) notify and mail from them half a second later. Entries
 * are never removed, so callers limit how often visitors can cause one.
 */
export async function appendHistory(
  manager: EntityManager,
  actor: Actor,
  ...entries: (NewEntry & { reviewId: string })[]
): Promise<void> {
  for (const { reviewId, action, item, changes = {}, feedback = '' } of entries) {
    await manager.query(APPEND_ENTRY, [
      reviewId,
      item?.id ?? null,
      item?.name ?? '',
      action,
      actor.kind,
      actor.name,
      actor.reviewerId ?? null,
      JSON.stringify(changes),
      feedback,
      actor.userId ?? null,
      HISTORY[action].notifies !== undefined,
    ]);
  }
}

/**
 * Appends what a visitor did, unless the same was appended for this visitor within the last minute.
 * @returns whether it was appended
 */
export async function appendVisit(
  manager: EntityManager,
  visitor: Actor,
  about: { reviewId: string; action: ReviewAction },
): Promise<boolean> {
  const isRecorded = await manager
    .createQueryBuilder(HistoryRecord, 'entry')
    .where({ ...about, reviewerId: visitor.reviewerId ?? IsNull() })
    .andWhere(`entry.at > now() - interval '1 minute'`)
    .getExists();
  if (!isRecorded) await appendHistory(manager, visitor, about);
  return !isRecorded;
}

/**
 * Appends what staff did to a review, unless the review has an entry of that action already. The review must be locked.
 * @returns whether it was appended
 */
export async function appendOnce(
  manager: EntityManager,
  by: Actor,
  about: { reviewId: string; action: ReviewAction },
): Promise<boolean> {
  const isFirst = !(await manager.existsBy(HistoryRecord, about));
  if (isFirst) await appendHistory(manager, by, about);
  return isFirst;
}

/** The time of the first entry of this action about a review; `null` without one. */
export async function findFirstTime(
  manager: EntityManager,
  about: { reviewId: string; action: ReviewAction },
): Promise<Date | null> {
  const entry = await manager.findOne(HistoryRecord, {
    where: about,
    order: { id: 'ASC' },
    select: { id: true, at: true },
  });
  return entry?.at ?? null;
}

/**
 * The texts that an entry of the history replaced, by field.
 * @param fields the fields to return
 * @throws AppError 404 if the entry is about something else, 409 NOTHING_TO_RESTORE if it replaced no text
 */
export async function getReplacedTexts<Field extends string>(
  manager: EntityManager,
  where: { id: string; reviewId?: string; itemId?: string },
  fields: readonly Field[],
): Promise<{ texts: Partial<Record<Field, string>>; itemId: string | null }> {
  const entry = await manager.findOneBy(HistoryRecord, where);
  if (!entry) throw notFound('Entry of the history');
  const { changes, itemId } = entry;
  const texts = fields.flatMap((field) => (changes[field] ? [[field, changes[field].from]] : []));
  if (!texts.some(([, text]) => text !== ''))
    throw conflict('NOTHING_TO_RESTORE', 'This entry of the history replaced no text.');
  return { texts: Object.fromEntries(texts), itemId };
}

/** The columns of an entry that views need. */
export type HistoryRow = Omit<HistoryRecord, 'reviewerId'>;

/** A page of the history of a moment or an optimization, the newest entry first. */
export async function listHistory(
  manager: EntityManager,
  reviewId: string,
  { limit, offset }: PageQuery,
  reader: Scoped,
): Promise<Page<HistoryEntry>> {
  const find = { where: { reviewId }, order: { id: 'DESC' }, take: limit, skip: offset } as const;
  const [items, total] = await manager.findAndCount(HistoryRecord, find);
  return mapPage({ items, total }, (row) => presentHistory(row, reader));
}

/** An entry, without the names of the clients that a review was moved between, unless the reader sees all clients. */
export function presentHistory(row: HistoryRow, { scope }: Scoped): HistoryEntry {
  const { id, action, actor, actorName, itemName, feedback } = row;
  const at = row.at.toISOString();
  const { client: _names, ...others } = row.changes;
  const changes = scope === 'all' ? row.changes : others;
  return { id, action, actor, actorName, ...itemIdFields(row.itemId), imageName: itemName, changes, feedback, at };
}

/** The fields by which views name an item: one of them is set, neither if there is no item. */
export function itemIdFields(itemId: string | null): { imageId: string | null; section: Section | null } {
  const isOfOptimization = itemId !== null && isSection(itemId);
  return isOfOptimization ? { imageId: null, section: itemId } : { imageId: itemId, section: null };
}
