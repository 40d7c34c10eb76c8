import type { EntityManager } from 'typeorm';
import { appendAudit, changesOf, SETTINGS, type AuditedBy } from '../audit/audit.js';
import type { Config } from '../config.js';
import { publish } from '../platform/events/publish.js';
import { AppError } from '../platform/http/errors.js';

type Ways = Pick<Config, 'singleSignOn'>;

/** Whether single sign-on is the only way in: passwords were switched off, and a provider is configured. */
export async function arePasswordsOff(manager: EntityManager, { singleSignOn }: Ways): Promise<boolean> {
  if (!singleSignOn) return false;
  const [row] = await manager.query<{ allowsPasswords: boolean }[]>('SELECT "allowsPasswords" FROM settings');
  return !row!.allowsPasswords;
}

/** For whatever signs in without the provider, or prepares that. @throws AppError 403 PASSWORDS_OFF */
export async function requirePasswords(manager: EntityManager, ways: Ways): Promise<void> {
  if (!(await arePasswordsOff(manager, ways))) return;
  const message = `Passwords are switched off here. Use “${ways.singleSignOn!.name}” on the login page.`;
  throw new AppError(403, 'PASSWORDS_OFF', message);
}

/** Lets passwords sign people in, or not. The caller ends the sessions that are not to stay. */
export async function allowPasswords(manager: EntityManager, areAllowed: boolean, by: AuditedBy): Promise<void> {
  await manager.query('UPDATE settings SET "allowsPasswords" = $1', [areAllowed]);
  const changes = changesOf({ passwordSignIn: String(!areAllowed) }, { passwordSignIn: String(areAllowed) });
  await appendAudit(manager, by, { action: 'settings.changed', target: SETTINGS, changes });
  await publish(manager, 'settings.changed', { id: 'settings' });
}
