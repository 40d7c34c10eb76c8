import type { DataSource, EntityManager } from 'typeorm';
import { record, recordVisit } from '../history/history.js';
import { idOf, publishChange, type Subject } from '../history/subject.js';
import { lockMoment } from '../moments/moment-status.queries.js';
import { lockOptimization } from '../optimizations/find-optimization.js';
import type { HeldRights } from './held-rights.js';
import { actorOfVisitor, type Visitor } from './visitor.decorator.js';

/** Records that a person opened the public page, once a minute at most. @throws AppError as `HeldRights.require` */
export async function noteOpened(
  db: DataSource,
  subject: Subject,
  visitor: Visitor,
  rights: HeldRights,
): Promise<void> {
  const action = 'momentId' in subject ? 'moment.opened' : 'optimization.opened';
  await db.transaction(async (manager) => {
    await lock(manager, subject);
    await rights.require(manager, visitor, subject);
    const isNew = await recordVisit(manager, actorOfVisitor(visitor), { ...subject, action });
    if (isNew) await publishChange(manager, subject);
  });
}

/**
 * Records that a reviewer is done. Once in a round: what is said later in the same round is not kept.
 * @param said `note`: what else they say; `''` for nothing
 * @throws AppError as `HeldRights.requireToDecide`
 */
export async function noteDone(
  db: DataSource,
  subject: Subject,
  { visitor, rights, note }: { visitor: Visitor; rights: HeldRights; note: string },
): Promise<void> {
  const isMoment = 'momentId' in subject;
  const by = actorOfVisitor(visitor);
  await db.transaction(async (manager) => {
    await lock(manager, subject);
    await rights.requireToDecide(manager, visitor, subject);
    const sql = isMoment ? MOMENT_DONE : OPTIMIZATION_DONE;
    const [, affected] = await manager.query<[unknown, number]>(sql, [idOf(subject), by.name, note]);
    if (affected === 0) return;
    await record(manager, by, { ...subject, action: isMoment ? 'moment.done' : 'optimization.done', feedback: note });
    await publishChange(manager, subject);
  });
}

function lock(manager: EntityManager, subject: Subject): Promise<unknown> {
  return 'momentId' in subject
    ? lockMoment(manager, subject.momentId)
    : lockOptimization(manager, subject.optimizationId);
}

const done = (table: string, left: string): string => `
  UPDATE ${table}
  SET "done" = jsonb_build_object('at', now(), 'by', $2::text, 'note', $3::text, 'left', (SELECT count(*) FROM ${left}))
  WHERE "id" = $1 AND "done" IS NULL`;
const MOMENT_DONE = done('moments', `images WHERE "momentId" = $1 AND "status" = 'pending'`);
const OPTIMIZATION_DONE = done(
  'gmb_optimizations',
  `optimization_sections WHERE "optimizationId" = $1 AND "approval" = 'pending' AND "suggestion" <> ''`,
);
