import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { notFound } from '../common/errors.js';
import { Optimization } from './optimization.entity.js';

/** The optimization with its sections, its client and the client's agency. */
export function findWhole(manager: EntityManager, where: FindOptionsWhere<Optimization>): Promise<Optimization | null> {
  return manager.findOne(Optimization, { where, relations: { sections: true, client: { agency: true } } });
}

/** @throws AppError 404 */
export async function getWhole(manager: EntityManager, id: string): Promise<Optimization> {
  const optimization = await findWhole(manager, { id });
  if (!optimization) throw notFound('Optimization');
  return optimization;
}

/**
 * Locks the optimization for the rest of the transaction, and reads it whole. Whoever changes it or one of its sections
 * does this first, so that changes queue up.
 * @throws AppError 404
 */
export async function lockOptimization(manager: EntityManager, id: string): Promise<Optimization> {
  await manager.findOne(Optimization, { where: { id }, select: { id: true }, lock: { mode: 'pessimistic_write' } });
  return getWhole(manager, id);
}
