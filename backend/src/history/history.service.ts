import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { mapPage, type Page } from '../common/paging.js';
import type { HistoryAction, HistoryActor, HistoryEntry } from '../contract/history.js';
import type { PageQuery } from '../contract/paging.js';
import type { Section } from '../contract/statuses.js';
import { HistoryRecord } from './history.entity.js';

/** Who acts: carried from the controller, or from the worker, down to the history. */
export interface Actor {
  kind: HistoryActor;
  /** The member of staff, or the AI provider. */
  name: string | null;
}

/** The reviewer behind a public link. */
export const VISITOR: Actor = { kind: 'visitor', name: null };

type Happening = ({ momentId: string } | { optimizationId: string }) & {
  action: HistoryAction;
  image?: { id: string; fileName: string };
  changes?: Record<string, { from: string; to: string }>;
  section?: Section;
  feedback?: string;
};

const APPEND = prepared(
  'append to history',
  `INSERT INTO history ("momentId", "optimizationId", "action", "actor", "actorName", "imageId", "imageName", "section", "changes", "feedback")
  SELECT * FROM json_to_recordset($1) AS happened("momentId" uuid, "optimizationId" uuid, "action" text, "actor" text,
    "actorName" text, "imageId" uuid, "imageName" text, "section" text, "changes" jsonb, "feedback" text)`,
);

/**
 * Appends what happened, in the transaction in which it happened. It stays for ever: what visitors do is limited where
 * they do it.
 */
export async function record(manager: EntityManager, actor: Actor, ...happenings: Happening[]): Promise<void> {
  const rows = happenings.map(({ action, image, section = null, changes = {}, feedback = '', ...about }) => ({
    ...about,
    action,
    actor: actor.kind,
    actorName: actor.name,
    imageId: image?.id ?? null,
    imageName: image?.fileName ?? '',
    section,
    changes,
    feedback,
  }));
  if (rows.length > 0) await manager.query(APPEND, [JSON.stringify(rows)]);
}

/** Whether the same was recorded within the last minute. */
export function wasJustRecorded(
  manager: EntityManager,
  about: { momentId: string; action: HistoryAction } | { optimizationId: string; action: HistoryAction },
): Promise<boolean> {
  return manager
    .createQueryBuilder(HistoryRecord, 'entry')
    .where(about)
    .andWhere(`entry.at > now() - interval '1 minute'`)
    .getExists();
}

/** What happened to an image last; `null` when its history is empty. */
export function lastOfImage(
  manager: EntityManager,
  { id: imageId, momentId }: { id: string; momentId: string },
): Promise<HistoryRecord | null> {
  return manager.findOne(HistoryRecord, { where: { momentId, imageId }, order: { id: 'DESC' } });
}

/** Reads the history of a moment or an optimization. */
@Injectable()
export class HistoryService {
  constructor(private readonly db: DataSource) {}

  /** Newest first. */
  async of(
    where: { momentId: string } | { optimizationId: string },
    { limit, offset }: PageQuery,
  ): Promise<Page<HistoryEntry>> {
    const find = { where, order: { id: 'DESC' }, take: limit, skip: offset } as const;
    const [items, total] = await this.db.manager.findAndCount(HistoryRecord, find);
    return mapPage({ items, total }, presentHistory);
  }
}

function presentHistory(row: HistoryRecord): HistoryEntry {
  const { id, action, actor, actorName, imageId, imageName, section, changes, feedback } = row;
  return { id, action, actor, actorName, imageId, imageName, section, changes, feedback, at: row.at.toISOString() };
}
