import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { Scoped } from '../access/scope.js';
import { whereIds } from '../access/look-ups.js';
import { notFound } from '../platform/http/errors.js';
import { Optimization } from './optimization.entity.js';

/** The optimization with its sections, its client and the client's agency; `null` if there is none. */
export function findOptimization(
  manager: EntityManager,
  where: FindOptionsWhere<Optimization>,
): Promise<Optimization | null> {
  return manager.findOne(Optimization, { where, relations: { sections: true, client: { agency: true } } });
}

/** @throws AppError 404 */
export async function getOptimization(manager: EntityManager, id: string, reader: Scoped): Promise<Optimization> {
  const optimization = await findOptimization(manager, whereIds(reader, Optimization, id));
  if (!optimization) throw notFound('Optimization');
  return optimization;
}

/**
 * Locks the optimization for the rest of the transaction, and reads it with its relations. Every change of it or of
 * its sections does this first, so that changes run one after the other.
 * @throws AppError 404
 */
export async function lockOptimization(manager: EntityManager, id: string, by: Scoped): Promise<Optimization> {
  await manager.findOne(Optimization, {
    where: whereIds(by, Optimization, id),
    select: { id: true },
    lock: { mode: 'pessimistic_write' },
  });
  return getOptimization(manager, id, by);
}
