import type { EntityManager } from 'typeorm';
import { User } from '../users/user.entity.js';
import { endSessions, HAS_FACTOR } from '../users/credentials.queries.js';
import { Passkey } from './passkey.entity.js';
import { RecoveryCode } from './recovery-code.entity.js';

/** A user's passkeys, the oldest first. */
export function findPasskeys(manager: EntityManager, userId: string): Promise<Passkey[]> {
  return manager.find(Passkey, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
}

/** Whether there is an account with this e-mail or id, and it has a second factor. */
export function hasFactor(manager: EntityManager, where: { email: string } | { id: string }): Promise<boolean> {
  return manager.createQueryBuilder(User, 'u').where(where).andWhere(HAS_FACTOR).getExists();
}

/**
 * Records that a code of the user's authenticator app was used.
 * @returns false if it or a later one was used before
 */
export async function useStep(manager: EntityManager, { id, authenticatorKey }: User, step: number): Promise<boolean> {
  const used = await manager
    .createQueryBuilder()
    .update(User)
    .set({ authenticatorStep: step })
    .where({ id, authenticatorKey })
    .andWhere('("authenticatorStep" IS NULL OR "authenticatorStep" < :step)', { step })
    .execute();
  return used.affected === 1;
}

/** Uses up a recovery code. @returns false if it was used before */
export async function useRecoveryCode(manager: EntityManager, userId: string, codeHash: string): Promise<boolean> {
  return (await manager.delete(RecoveryCode, { userId, codeHash })).affected === 1;
}

/** Replaces all recovery codes of a user. */
export async function saveRecoveryCodes(manager: EntityManager, userId: string, hashes: string[]): Promise<void> {
  await manager.delete(RecoveryCode, { userId });
  await manager.insert(
    RecoveryCode,
    hashes.map((codeHash) => ({ userId, codeHash })),
  );
}

/**
 * Removes all second factors and identities of single sign-on of a user, and ends all their sessions. Afterwards they
 * sign in with the password alone, or their identity is linked by e-mail again.
 */
export async function resetFactors(manager: EntityManager, userId: string): Promise<void> {
  await manager.update(User, { id: userId }, { authenticatorKey: null, authenticatorStep: null });
  await manager.delete(RecoveryCode, { userId });
  await manager.delete(Passkey, { userId });
  await manager.query('DELETE FROM sign_in_identities WHERE "userId" = $1', [userId]);
  await endSessions(manager, { userId });
}

/** Whether all members of staff need a second factor. */
export async function isFactorRequired(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ isRequired: boolean }[]>(
    'SELECT "requiresSecondFactor" AS "isRequired" FROM settings',
  );
  return row!.isRequired;
}

/**
 * Sets whether all staff need a second factor. Users without one are signed out, and set one up at the next sign-in.
 */
export async function requireFactor(manager: EntityManager, isRequired: boolean): Promise<void> {
  await manager.query('UPDATE settings SET "requiresSecondFactor" = $1', [isRequired]);
  if (!isRequired) return;
  for (const { id } of await manager.createQueryBuilder(User, 'u').where(`NOT ${HAS_FACTOR}`).getMany()) {
    await endSessions(manager, { userId: id });
  }
}

/** Gives a session that was limited to setting up a second factor its full rights. */
export async function clearNeedsFactor(manager: EntityManager, sessionId: string): Promise<void> {
  await manager.query(`UPDATE sessions SET "sess" = ("sess"::jsonb - 'needsFactor')::json WHERE "sid" = $1`, [
    sessionId,
  ]);
}
