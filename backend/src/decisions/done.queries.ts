import type { EntityManager } from 'typeorm';
import type { DoneView } from '../contract/rounds.js';
import { record, type Actor } from '../history/history.js';
import { publish } from '../platform/events/publish.js';

/**
 * What a reviewer said at the end of a round, as a moment or an optimization keeps it. The round is over, and this is
 * removed, when more waits for a decision than was `left` then: staff resubmitted or added something, or a decision was
 * taken back.
 */
export interface Done extends DoneView {
  left: number;
}

const SUBJECTS = {
  moment: {
    table: 'moments',
    key: 'momentId',
    left: `SELECT count(*) FROM images WHERE "momentId" = $1 AND "status" = 'pending'`,
  },
  optimization: {
    table: 'gmb_optimizations',
    key: 'optimizationId',
    left: `SELECT count(*) FROM optimization_sections
      WHERE "optimizationId" = $1 AND "approval" = 'pending' AND "suggestion" <> ''`,
  },
} as const;

/**
 * Notes that a reviewer is done with a moment or an optimization, which is locked. Once in a round: what is said later in the
 * same round is not kept.
 * @param note what else they say; `''` for nothing
 */
export async function noteDone(
  manager: EntityManager,
  { kind, id, by, note }: { kind: keyof typeof SUBJECTS; id: string; by: Actor; note: string },
): Promise<void> {
  const { table, key, left } = SUBJECTS[kind];
  const [, affected]: [unknown, number] = await manager.query(
    `UPDATE ${table}
     SET "done" = jsonb_build_object('at', now(), 'by', $2::text, 'note', $3::text, 'left', (${left}))
     WHERE "id" = $1 AND "done" IS NULL`,
    [id, by.name, note],
  );
  if (affected === 0) return;
  const entry = { feedback: note, action: `${kind}.done` } as const;
  if (key === 'momentId') {
    await record(manager, by, { ...entry, momentId: id });
    await publish(manager, 'moment.changed', { momentId: id });
  } else {
    await record(manager, by, { ...entry, optimizationId: id });
    await publish(manager, 'optimization.changed', { optimizationId: id });
  }
}

/** What others see of it. */
export function presentDone(done: Done | null): DoneView | null {
  return done && { at: new Date(done.at).toISOString(), by: done.by, note: done.note };
}
