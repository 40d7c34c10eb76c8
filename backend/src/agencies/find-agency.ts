import type { EntityManager } from 'typeorm';
import { notFound } from '../common/errors.js';
import { Agency } from './agency.entity.js';

/** @throws AppError 404 */
export async function findAgency(manager: EntityManager, id: string): Promise<Agency> {
  const agency = await manager.findOneBy(Agency, { id });
  if (!agency) throw notFound('Agency');
  return agency;
}

/**
 * The agency, locked for the rest of the transaction.
 * @throws AppError 404
 */
export async function lockAgency(manager: EntityManager, id: string): Promise<Agency> {
  const agency = await manager.findOne(Agency, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!agency) throw notFound('Agency');
  return agency;
}
