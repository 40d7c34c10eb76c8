import type { Request } from 'express';
import type { DataSource, EntityManager } from 'typeorm';
import { actorOf, type StaffActor } from '../access/actor.js';
import { appendAudit } from '../audit/audit.js';
import type { AuditEntry } from '../contract/audit.js';
import type { RecoveryCodesView } from '../contract/factors.js';
import { publish } from '../platform/events/publish.js';
import { conflict } from '../platform/http/errors.js';
import { endSessions } from '../users/credentials.queries.js';
import { lockUsers, requireStillSignedIn } from '../users/users.service.js';
import { hashCode, newRecoveryCodes } from './codes.js';
import { hasFactor, isFactorRequired, clearNeedsFactor, saveRecoveryCodes } from './factors.queries.js';
import { RecoveryCode } from './recovery-code.entity.js';

/**
 * Runs `work`, which changes the second factors of the signed-in member of staff, in a transaction with an entry in
 * the audit log. Ends all their other sessions.
 * @throws AppError 401 when the session has ended meanwhile
 */
export function changeFactors<T>(
  db: DataSource,
  request: Request,
  entry: AuditEntry,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const by = actorOf(request) as StaffActor;
  return db.transaction(async (manager) => {
    await lockUsers(manager);
    await requireStillSignedIn(manager, by);
    const result = await work(manager);
    await appendAudit(manager, by, entry);
    await endSessions(manager, { userId: by.userId, kept: request.sessionID });
    await publish(manager, 'user.changed', { id: by.userId });
    return result;
  });
}

/**
 * Gives a session that was limited to adding a factor its full rights. Creates recovery codes, unless there are some.
 */
export async function completeAdding(
  manager: EntityManager,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<RecoveryCodesView> {
  await clearNeedsFactor(manager, sessionId);
  if (await manager.existsBy(RecoveryCode, { userId })) return { recoveryCodes: [] };
  return replaceCodes(manager, userId);
}

/**
 * Removes the recovery codes after the last factor was removed.
 * @throws AppError 409 SECOND_FACTOR_NEEDED if all staff need one
 */
export async function completeRemoving(manager: EntityManager, userId: string): Promise<void> {
  if (await hasFactor(manager, { id: userId })) return;
  if (await isFactorRequired(manager)) throw factorNeeded();
  await manager.delete(RecoveryCode, { userId });
}

/** Creates ten new recovery codes; the previous ones become invalid. */
export async function replaceCodes(manager: EntityManager, userId: string): Promise<RecoveryCodesView> {
  const recoveryCodes = newRecoveryCodes();
  await saveRecoveryCodes(manager, userId, recoveryCodes.map(hashCode));
  return { recoveryCodes };
}

function factorNeeded(): Error {
  const message = 'Your team needs a second factor, so you cannot remove your only one. Set up another one first.';
  return conflict('SECOND_FACTOR_NEEDED', message);
}
