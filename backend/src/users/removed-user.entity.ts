import { createHash } from 'node:crypto';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';

/**
 * Somebody who was removed from the team, until they are added again: an e-mail of an allowed domain does not make them a member of
 * staff anew.
 */
@Entity('removed_users')
export class RemovedUser {
  /** SHA-256 of the e-mail in lower case, base64url. */
  @PrimaryColumn('text')
  emailHash!: string;

  @Column('timestamptz', { default: () => 'now()' })
  removedAt!: Date;
}

export async function noteRemoval(manager: EntityManager, email: string): Promise<void> {
  await manager.upsert(RemovedUser, { emailHash: hashOf(email) }, ['emailHash']);
}

export async function forgetRemoval(manager: EntityManager, email: string): Promise<void> {
  await manager.delete(RemovedUser, { emailHash: hashOf(email) });
}

export function wasRemoved(manager: EntityManager, email: string): Promise<boolean> {
  return manager.existsBy(RemovedUser, { emailHash: hashOf(email) });
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
