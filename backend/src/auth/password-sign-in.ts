import type { EntityManager } from 'typeorm';
import { appendAudit, changesOf, SETTINGS, type AuditedBy } from '../audit/audit.js';
import type { Config } from '../config.js';
import { publish } from '../platform/events/publish.js';
import { AppError } from '../platform/http/errors.js';

type SignInConfig = Pick<Config, 'singleSignOn'>;

/** Whether single sign-on is the only way to sign in: a provider is configured, and passwords were switched off. */
export async function arePasswordsOff(manager: EntityManager, { singleSignOn }: SignInConfig): Promise<boolean> {
  if (!singleSignOn) return false;
  const [row] = await manager.query<{ allowsPasswords: boolean }[]>('SELECT "allowsPasswords" FROM settings');
  return !row!.allowsPasswords;
}

/**
 * Requires that people can sign in without the provider, by password or passkey.
 * @throws AppError 403 PASSWORDS_OFF
 */
export async function requirePasswords(manager: EntityManager, config: SignInConfig): Promise<void> {
  if (!(await arePasswordsOff(manager, config))) return;
  const message = `Passwords are switched off here. Use “${config.singleSignOn!.name}” on the login page.`;
  throw new AppError(403, 'PASSWORDS_OFF', message);
}

/** Switches signing in by password on or off. The caller must end the sessions that may not continue. */
export async function allowPasswords(manager: EntityManager, areAllowed: boolean, by: AuditedBy): Promise<void> {
  await manager.query('UPDATE settings SET "allowsPasswords" = $1', [areAllowed]);
  const changes = changesOf({ passwordSignIn: String(!areAllowed) }, { passwordSignIn: String(areAllowed) });
  await appendAudit(manager, by, { action: 'settings.changed', target: SETTINGS, changes });
  await publish(manager, 'settings.changed', { id: 'settings' });
}
