import type { EntityManager, FindOneOptions, FindOptionsWhere } from 'typeorm';
import { notFound } from '../http/errors.js';

/** An entity whose rows belong to no client. Rows of clients are looked up for an actor (`access/look-ups.ts`). */
type Entity<Row> = (new () => Row) & { scopedBy?: undefined };

/** The row with this id. @throws AppError 404, which names the entity's class */
export async function getRow<Row extends { id: string }>(
  manager: EntityManager,
  entity: Entity<Row>,
  id: string,
  lock?: FindOneOptions['lock'],
): Promise<Row> {
  const row = await manager.findOne(entity, { where: { id } as FindOptionsWhere<Row>, lock });
  if (!row) throw notFound(entity.name);
  return row;
}

/** The row with this id, locked for the rest of the transaction. @throws AppError 404 */
export function lockRow<Row extends { id: string }>(
  manager: EntityManager,
  entity: Entity<Row>,
  id: string,
): Promise<Row> {
  return getRow(manager, entity, id, { mode: 'pessimistic_write' });
}
