import type { EntityManager } from 'typeorm';
import { VISITOR } from '../access/actor.js';
import { CHECKED_ELSEWHERE } from '../access/scope.js';
import { WRONG_PASSCODES_MAX } from '../contract/limits.js';
import { notifyOfLockedLink } from '../notifications/topics/link.js';
import { AppError } from '../platform/http/errors.js';
import { ReviewLink } from './review-link.entity.js';
import { recordAndPublishLinkChange } from './link-changes.js';
import { lockTargetOfLink } from './share-target.js';

/**
 * Counts an attempt before its passcode is checked, so that all processes together never check more than are allowed.
 * @returns the number of attempts including this one; `null` if the link is locked
 */
export async function countPasscodeAttempt(manager: EntityManager, linkId: string): Promise<number | null> {
  const [rows] = await manager.query<[{ wrongPasscodes: number }[]]>(COUNT, [linkId]);
  return rows[0]?.wrongPasscodes ?? null;
}

/** Undoes the count of an attempt whose passcode was right. */
export async function uncountPasscodeAttempt(manager: EntityManager, linkId: string): Promise<void> {
  await manager.query(UNCOUNT, [linkId]);
}

/** Locks a link that had too many wrong passcodes, and notifies staff; once. */
export async function lockLink(manager: EntityManager, linkId: string): Promise<void> {
  const target = await lockTargetOfLink(manager, linkId, CHECKED_ELSEWHERE);
  const link = await manager.findOneOrFail(ReviewLink, {
    where: { id: linkId },
    relations: { reviewer: true },
    lock: { mode: 'pessimistic_write', tables: ['review_links'] },
  });
  if (link.lockedAt || link.wrongPasscodes < WRONG_PASSCODES_MAX) return;
  link.lockedAt = new Date();
  await manager.save(ReviewLink, link);
  const { name } = link.reviewer!;
  await recordAndPublishLinkChange(manager, target, VISITOR, {
    action: 'link.locked',
    changes: { reviewers: { from: '', to: name } },
  });
  await notifyOfLockedLink(manager, target, name);
}

/** The error for every passcode of a locked link, right or wrong. */
export function linkLocked(): AppError {
  const sentence =
    'This link is locked, since a wrong passcode was given too often. Please ask the team that sent it to unlock it.';
  return new AppError(403, 'LINK_LOCKED', sentence);
}

const COUNT = `
  UPDATE review_links SET "wrongPasscodes" = "wrongPasscodes" + 1
  WHERE "id" = $1 AND "lockedAt" IS NULL AND "wrongPasscodes" < ${WRONG_PASSCODES_MAX} RETURNING "wrongPasscodes"`;
const UNCOUNT = `
  UPDATE review_links SET "wrongPasscodes" = "wrongPasscodes" - 1
  WHERE "id" = $1 AND "lockedAt" IS NULL AND "wrongPasscodes" > 0`;
