import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

const REMOVALS_LOCK = 7_251_002;

/** Whether stored files may be removed, until the end of the transaction. Not while a backup reads them. */
export async function mayRemoveFiles(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<[{ free: boolean }]>('SELECT pg_try_advisory_xact_lock_shared($1) AS "free"', [
    REMOVALS_LOCK,
  ]);
  return row.free;
}

/** Waits for removals in progress, and prevents further ones until this connection ends, also by a crash. */
export async function preventRemovals(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [REMOVALS_LOCK]);
}

/** Waits until removals are allowed; until the end of the transaction no other connection can prevent them. */
export async function waitUntilRemovalsAllowed(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [REMOVALS_LOCK]);
}
