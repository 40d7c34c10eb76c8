import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { EVERYTHING } from '../access/scope.js';
import { appendAudit, asActor, becameAll, userTarget } from '../audit/audit.js';
import type { Config } from '../config.js';
import { findInvitation } from '../password-links/invitation.js';
import { AppError } from '../platform/http/errors.js';
import { publish } from '../platform/events/publish.js';
import { hashPassword } from '../users/passwords.js';
import { wasRemoved } from '../users/removed-user.entity.js';
import { requireValidRights, type Rights } from '../users/rights.js';
import { describeRights } from '../users/rights-in-words.js';
import { scopeFromWords } from '../users/scope-words.js';
import { User } from '../users/user.entity.js';
import { insertUser, lockUsers } from '../users/users.service.js';
import type { Identity } from './identity.js';
import { SignInIdentity } from './sign-in-identity.entity.js';

/** The configuration for people without an account. */
type Newcomers = Pick<NonNullable<Config['singleSignOn']>, 'domains' | 'role' | 'scope'>;

/**
 * Returns the member of staff for a person of the provider: the one they are linked to; otherwise the one with their
 * verified e-mail; otherwise a new one, if they are invited, or their domain is allowed and they were not removed
 * before. The last two are linked to the person.
 * @throws AppError 403 EMAIL_NOT_VERIFIED, NOT_A_MEMBER, REMOVED_FROM_TEAM, LINKED_TO_ANOTHER
 */
export async function findOrAddMember(manager: EntityManager, person: Identity, newcomers: Newcomers): Promise<User> {
  await lockUsers(manager);
  const { issuer, subject, email } = person;
  const known = await manager.findOneBy(SignInIdentity, { issuer, subject });
  if (known?.userId) return manager.findOneByOrFail(User, { id: known.userId });
  if (email === null) throw notVerified();
  const existing = await manager.findOneBy(User, { email });
  const user = existing ?? (await addMember(manager, { ...person, email }, newcomers, known !== null));
  if (await manager.existsBy(SignInIdentity, { issuer, userId: user.id })) throw linkedToAnother();
  await manager.upsert(SignInIdentity, { issuer, subject, userId: user.id }, ['issuer', 'subject']);
  return user;
}

async function addMember(
  manager: EntityManager,
  { email, name }: Identity & { email: string },
  newcomers: Newcomers,
  hadAccount: boolean,
): Promise<User> {
  const invitation = await findInvitation(manager, email);
  if (!invitation) {
    if (hadAccount || (await wasRemoved(manager, email))) throw removedFromTeam();
    if (!newcomers.domains.includes(email.slice(email.lastIndexOf('@') + 1))) throw notAMember();
  }
  const rights = invitation?.rights ?? (await configuredRights(manager, newcomers));
  // A random password that nobody knows. The person can choose one by a link for forgotten passwords.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const user = await insertUser(manager, { email, name: invitation?.name || name, passwordHash }, rights);
  const changes = becameAll(await describeRights(manager, user.id));
  await appendAudit(manager, asActor(user), { action: 'user.joined', target: userTarget(user), changes });
  await publish(manager, 'user.changed', { id: user.id });
  return user;
}

/** @throws OperatorError if the scope names what does not exist */
async function configuredRights(manager: EntityManager, { role, scope }: Newcomers): Promise<Rights> {
  const rights = { role, scope: await scopeFromWords(manager, scope, 'OIDC_SCOPE') };
  await requireValidRights(manager, EVERYTHING, rights);
  return rights;
}

function notVerified(): AppError {
  const message =
    'The provider does not say that your e-mail address is yours. Have it verified there, then try again.';
  return new AppError(403, 'EMAIL_NOT_VERIFIED', message);
}

function notAMember(): AppError {
  const message = 'No account here has your e-mail. Ask an admin of this team to invite you.';
  return new AppError(403, 'NOT_A_MEMBER', message);
}

function removedFromTeam(): AppError {
  const message = 'You were removed from this team. Ask an admin of the team to invite you again.';
  return new AppError(403, 'REMOVED_FROM_TEAM', message);
}

function linkedToAnother(): AppError {
  const message =
    'The account with your e-mail is of another person at the provider. Ask the administrator of this system.';
  return new AppError(403, 'LINKED_TO_ANOTHER', message);
}
