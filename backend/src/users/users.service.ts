import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requirePermission, type StaffActor } from '../access/actor.js';
import { appendAudit, asActor, becameAll, changesOf, COMMAND_LINE, userTarget } from '../audit/audit.js';
import { hashPassword } from './passwords.js';
import {
  endPasswordLinks,
  endSessions,
  findStaff,
  findUserOfSession,
  type SessionUser,
} from './credentials.queries.js';
import { AppError, conflict, notFound } from '../platform/http/errors.js';
import type { Page } from '../platform/http/paging.js';
import type {
  MemberView,
  RegisterBody,
  RemoveUserQuery,
  UpdateAccountBody,
  UpdateUserBody,
  UserView,
} from '../contract/auth.js';
import type { PageQuery } from '../contract/paging.js';
import { lockRow } from '../platform/database/get-row.js';
import { publish } from '../platform/events/publish.js';
import { handOver } from './owned-clients.js';
import { forgetRemoval, recordRemoval } from './removed-user.entity.js';
import { ALL_RIGHTS, changeRights, requireOtherAdmin, requireValidRights, saveScope, type Rights } from './rights.js';
import { describeRights } from './rights-in-words.js';
import { User } from './user.entity.js';
import { findMembers, findUserView } from './users.queries.js';

/**
 * Advisory lock that serializes changes of accounts and rights, so that there is only one first user, two users
 * cannot remove each other, and a user who is being removed changes nothing.
 */
export const USERS_LOCK = 7_251_001;

/** Members of staff. */
@Injectable()
export class UsersService {
  constructor(private readonly db: DataSource) {}

  /** Returns the user of a session; `null` when there is no such session, or it is no longer valid. */
  findBySession(sessionId: string): Promise<SessionUser | null> {
    return findUserOfSession(this.db.manager, sessionId);
  }

  findByEmail(email: string): Promise<User | null> {
    return this.db.manager.findOneBy(User, { email: email.trim().toLowerCase() });
  }

  /**
   * Adds a member of staff. Only the first one, who is an admin, may be added without being signed in.
   * @throws AppError 400 for a scope that names what is gone, 403 REGISTRATION_CLOSED, NOT_PERMITTED, 409 EMAIL_TAKEN
   */
  async add(
    { password, email, name = '', role = 'admin', scope = 'all' }: RegisterBody,
    by: StaffActor | null,
  ): Promise<User> {
    // Checked before hashing too, because a visitor's request must not cause that work.
    await requireAdder(this.db.manager, by);
    const passwordHash = await hashPassword(password);
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireAdder(manager, by);
      const rights: Rights = by ? { role, scope } : ALL_RIGHTS;
      if (by) await requireValidRights(manager, by, rights);
      const user = await insertUser(manager, { email, name, passwordHash }, rights);
      const changes = becameAll(await describeRights(manager, user.id));
      const action = by ? 'user.added' : 'user.joined';
      await appendAudit(manager, by ?? asActor(user), { action, target: userTarget(user), changes });
      await publish(manager, 'user.changed', { id: user.id });
      return user;
    });
  }

  /** Returns the team as `by` may see it, the oldest first. */
  async list({ limit, offset }: PageQuery, by: StaffActor): Promise<Page<MemberView>> {
    return findMembers(this.db.manager, by, { limit, offset });
  }

  /** Returns a member of staff as they see themselves. @throws AppError 404 if they were removed */
  async get(id: string): Promise<UserView> {
    const user = await findUserView(this.db.manager, id);
    if (!user) throw notFound('Member of staff');
    return user;
  }

  /** Changes the name that colleagues and clients see. */
  async changeAccount({ name }: UpdateAccountBody, by: StaffActor): Promise<UserView> {
    const { userId: id } = by;
    if (name !== undefined) {
      await this.db.transaction(async (manager) => {
        const user = await lockRow(manager, User, id);
        if (user.name === name) return;
        await manager.update(User, { id }, { name });
        const changes = changesOf({ name: user.name }, { name });
        await appendAudit(manager, by, { action: 'user.renamed', target: userTarget(user), changes });
        await publish(manager, 'user.changed', { id });
      });
    }
    return this.get(id);
  }

  /**
   * Changes role and scope of a colleague, or one's own.
   * @throws AppError 400 for a scope that names what is gone, 401 or 403 when the caller lost the right meanwhile,
   * 404, 409 LAST_ADMIN
   */
  async change(id: string, change: UpdateUserBody, by: StaffActor): Promise<MemberView> {
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillManagesTeam(manager, by);
      const user = await manager.findOneBy(User, { id });
      if (!user) throw notFound('Member of staff');
      await changeRights(manager, by, user, change);
      const { items } = await findMembers(manager, by, { id });
      return items[0]!;
    });
  }

  /**
   * Removes a colleague and ends their sessions at once. Users cannot remove themselves, so that one always remains.
   * Their clients go to the colleague who takes over, or to nobody.
   * @throws AppError 400 if that one does not see all of them, 401 or 403 when the caller lost the right meanwhile,
   * 404, 409 OWN_ACCOUNT, LAST_ADMIN
   */
  async remove(id: string, { handOverTo }: RemoveUserQuery, by: StaffActor): Promise<void> {
    if (id === by.userId) throw conflict('OWN_ACCOUNT', 'You cannot remove yourself; a colleague can remove you.');
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillManagesTeam(manager, by);
      // Locked before their clients, in the same order as notifications do.
      const user = await manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw notFound('Member of staff');
      await requireOtherAdmin(manager, user);
      await handOver(manager, { from: user, to: handOverTo ?? null }, by);
      await manager.delete(User, { id });
      await recordRemoval(manager, user.email);
      await endSessions(manager, { userId: id });
      await appendAudit(manager, by, { action: 'user.removed', target: userTarget(user) });
      await publish(manager, 'user.changed', { id });
    });
  }

  /**
   * Ends all sessions of a member of staff.
   * @throws AppError 401 or 403 when the caller lost the right meanwhile, 404
   */
  async endSessions(id: string, by: StaffActor): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillManagesTeam(manager, by);
      const user = await manager.findOneBy(User, { id });
      if (!user) throw notFound('Member of staff');
      await appendAudit(manager, by, { action: 'sessions.ended', target: userTarget(user) });
      await endSessions(manager, { userId: id });
    });
  }

  /**
   * Changes the password, and ends all other sessions of the user and their links to a new password.
   * @param kept id of the session that continues
   * @returns false when the password was changed meanwhile
   */
  async changePassword(user: User, passwordHash: string, kept: string): Promise<boolean> {
    const { id, email, passwordHash: currentHash } = user;
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      const { affected } = await manager.update(User, { id, passwordHash: currentHash }, { passwordHash });
      if (!affected) return false;
      await endSessions(manager, { userId: id, kept });
      await endPasswordLinks(manager, email);
      await appendAudit(manager, asActor(user), { action: 'password.changed', target: userTarget(user) });
      return true;
    });
  }
}

/** Takes `USERS_LOCK` until the transaction ends. */
export async function lockUsers(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [USERS_LOCK]);
}

/** Returns the caller with their current rights. @throws AppError 401 when the caller's session ended meanwhile */
export async function requireStillSignedIn(manager: EntityManager, by: StaffActor): Promise<StaffActor> {
  const current = await findStaff(manager, by.userId);
  if (current?.credentialVersion !== by.credentialVersion) throw endedMeanwhile();
  return current;
}

/** @throws AppError 401 when the caller's session ended meanwhile, 403 when their role changed */
export async function requireStillManagesTeam(manager: EntityManager, by: StaffActor): Promise<void> {
  requirePermission(await requireStillSignedIn(manager, by), 'team.manage');
}

async function requireAdder(manager: EntityManager, by: StaffActor | null): Promise<void> {
  if (!by && !(await manager.exists(User))) return;
  const current = by && (await findStaff(manager, by.userId));
  if (!current || current.credentialVersion !== by.credentialVersion) {
    throw new AppError(403, 'REGISTRATION_CLOSED', 'Only signed-in staff can add a member of staff.');
  }
  requirePermission(current, 'team.manage');
}

function endedMeanwhile(): AppError {
  const message = 'Your password was changed, or a colleague removed you from the team. Please sign in again.';
  return new AppError(401, 'NOT_SIGNED_IN', message);
}

/**
 * Adds a user with checked rights, and removes their invitation. The caller must hold `USERS_LOCK`.
 * @throws AppError 409 EMAIL_TAKEN
 */
export async function insertUser(
  manager: EntityManager,
  user: Pick<User, 'email' | 'name' | 'passwordHash'>,
  { role, scope }: Rights,
): Promise<User> {
  await requireFreeEmail(manager, user.email);
  await endPasswordLinks(manager, user.email);
  await forgetRemoval(manager, user.email);
  // Only the first one, who sets the product up, gets all mails at once.
  const isColleague = await manager.exists(User);
  const mailing = isColleague ? ({ notify: 'daily', followedAtOnce: true } as const) : {};
  const added = await manager.save(User, manager.create(User, { ...user, role, ...mailing }));
  if (scope !== 'all') await saveScope(manager, added.id, scope);
  return added;
}

/** @throws AppError 409 EMAIL_TAKEN if a user has this e-mail */
export async function requireFreeEmail(manager: EntityManager, email: string): Promise<void> {
  if (!(await manager.existsBy(User, { email }))) return;
  throw conflict('EMAIL_TAKEN', `A member of staff with the e-mail ${email} exists already.`, 'email');
}

/**
 * Creates the first member of staff if there is none. `showPassword` runs before the commit, so that no account is
 * created whose password could not be shown.
 */
export async function ensureFirstUser(
  db: DataSource,
  { email, password, name }: { email: string; password: string; name: string },
  showPassword: () => void,
): Promise<void> {
  await db.transaction(async (manager) => {
    await lockUsers(manager);
    if (await manager.exists(User)) return;
    const user = await insertUser(manager, { email, name, passwordHash: await hashPassword(password) }, ALL_RIGHTS);
    const changes = becameAll(await describeRights(manager, user.id));
    await appendAudit(manager, COMMAND_LINE, { action: 'user.added', target: userTarget(user), changes });
    showPassword();
  });
}
