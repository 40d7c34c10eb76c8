import { createHash } from 'node:crypto';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';

/**
 * A person who was removed from the team and not added again. Single sign-on must not add them again only because
 * their e-mail has an allowed domain.
 */
@Entity('removed_users')
export class RemovedUser {
  /** SHA-256 of the e-mail in lower case, base64url. */
  @PrimaryColumn('text')
  emailHash!: string;

  @Column('timestamptz', { default: () => 'now()' })
  removedAt!: Date;
}

export async function recordRemoval(manager: EntityManager, email: string): Promise<void> {
  await manager.upsert(RemovedUser, { emailHash: hashEmail(email) }, ['emailHash']);
}

export async function forgetRemoval(manager: EntityManager, email: string): Promise<void> {
  await manager.delete(RemovedUser, { emailHash: hashEmail(email) });
}

export function wasRemoved(manager: EntityManager, email: string): Promise<boolean> {
  return manager.existsBy(RemovedUser, { emailHash: hashEmail(email) });
}

function hashEmail(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
