import {
  And,
  Equal,
  In,
  type EntityManager,
  type FindOneOptions,
  type FindOperator,
  type FindOptionsWhere,
} from 'typeorm';
import { invalid, notFound } from '../platform/http/errors.js';
import { scopeOperator, type ScopePath, type Scoped } from './scope.js';

/**
 * An entity whose rows belong to clients. Its static `scopedBy` names the column that leads to the client. `getRow`
 * of `platform/database/` does not compile for such an entity, so that its rows can only be looked up here, for an
 * actor.
 */
type ScopedEntity<Row> = (abstract new () => Row) & { readonly scopedBy: readonly [column: string, names: ScopePath] };

/**
 * Returns the condition that rows of an entity are within the scope, for `where` of a repository; empty for the scope
 * `all`.
 */
export function whereWithin<Row>(
  reader: Scoped,
  { scopedBy: [column, idKind] }: ScopedEntity<Row>,
): FindOptionsWhere<Row> {
  const within = scopeOperator(reader, idKind);
  return (within ? { [column]: within } : {}) as FindOptionsWhere<Row>;
}

/** Returns the condition for rows within the scope that have this id, or one of these ids. */
export function whereIds<Row extends { id: string }>(
  reader: Scoped,
  entity: ScopedEntity<Row>,
  ids: string | string[],
): FindOptionsWhere<Row> {
  const { id: within, ...where } = whereWithin(reader, entity) as { id?: FindOperator<string> };
  const asked = Array.isArray(ids) ? In(ids) : Equal(ids);
  return { ...where, id: within ? And(asked, within) : asked } as FindOptionsWhere<Row>;
}

/** Returns the row with this id within the actor's scope; `null` if there is none. */
export function findRowFor<Row extends { id: string }>(
  reader: Scoped,
  manager: EntityManager,
  entity: ScopedEntity<Row>,
  id: string,
  lock?: FindOneOptions['lock'],
): Promise<Row | null> {
  return manager.findOne(entity, { where: whereIds(reader, entity, id), lock });
}

/** Returns the row with this id within the actor's scope. @throws AppError 404, which names the entity's class */
export async function getRowFor<Row extends { id: string }>(
  reader: Scoped,
  manager: EntityManager,
  entity: ScopedEntity<Row>,
  id: string,
  lock?: FindOneOptions['lock'],
): Promise<Row> {
  const row = await findRowFor(reader, manager, entity, id, lock);
  if (!row) throw notFound(entity.name);
  return row;
}

/**
 * Returns the row with this id within the actor's scope, locked for the rest of the transaction.
 * @throws AppError 404
 */
export function lockRowFor<Row extends { id: string }>(
  by: Scoped,
  manager: EntityManager,
  entity: ScopedEntity<Row>,
  id: string,
): Promise<Row> {
  return getRowFor(by, manager, entity, id, { mode: 'pessimistic_write' });
}

/**
 * Returns the row within the actor's scope whose id a field of the request contains, locked against deletion until
 * the transaction ends.
 * @throws AppError 400
 */
export async function getReferencedFor<Row extends { id: string }>(
  by: Scoped,
  manager: EntityManager,
  entity: ScopedEntity<Row>,
  { field, id }: { field: string; id: string },
): Promise<Row> {
  const row = await findRowFor(by, manager, entity, id, { mode: 'for_key_share' });
  if (row) return row;
  throw invalid([{ field, message: `${field} must be the id of an existing ${entity.name.toLowerCase()}` }]);
}
