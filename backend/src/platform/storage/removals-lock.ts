import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

const REMOVALS_LOCK = 7_251_002;

/** Within a transaction, and until its end: whether stored files may be removed. They stay while a backup reads them. */
export async function mayRemoveFiles(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<[{ free: boolean }]>('SELECT pg_try_advisory_xact_lock_shared($1) AS "free"', [
    REMOVALS_LOCK,
  ]);
  return row.free;
}

/** Waits for removals in progress; then no stored file is removed until this connection ends, however it does. */
export async function preventRemovals(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [REMOVALS_LOCK]);
}

/** Within a transaction: waits until removals are allowed, and prevents until its end that another connection forbids them. */
export async function waitUntilRemovalsAllowed(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [REMOVALS_LOCK]);
}
