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
import { hashOfCode, newRecoveryCodes } from './codes.js';
import { hasFactor, isFactorRequired, openFully, saveRecoveryCodes } from './factors.queries.js';
import { RecoveryCode } from './recovery-code.entity.js';

/**
 * Changes the second factors of the member of staff who asks, with an entry in the audit log, and ends all their other sessions.
 * @throws AppError 401 when the session ended meanwhile
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

/** Opens a session that was to add a factor first, and makes recovery codes unless there are some. */
export async function afterAdding(
  manager: EntityManager,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<RecoveryCodesView> {
  await openFully(manager, sessionId);
  if (await manager.existsBy(RecoveryCode, { userId })) return { recoveryCodes: [] };
  return replaceCodes(manager, userId);
}

/** Ends the recovery codes with the last factor. @throws AppError 409 SECOND_FACTOR_NEEDED if all members of staff need one */
export async function afterRemoving(manager: EntityManager, userId: string): Promise<void> {
  if (await hasFactor(manager, { id: userId })) return;
  if (await isFactorRequired(manager)) throw needed();
  await manager.delete(RecoveryCode, { userId });
}

/** Makes ten new recovery codes; those of before end. */
export async function replaceCodes(manager: EntityManager, userId: string): Promise<RecoveryCodesView> {
  const recoveryCodes = newRecoveryCodes();
  await saveRecoveryCodes(manager, userId, recoveryCodes.map(hashOfCode));
  return { recoveryCodes };
}

function needed(): Error {
  const message = 'Your team needs a second factor, so you cannot remove your only one. Set up another one first.';
  return conflict('SECOND_FACTOR_NEEDED', message);
}
