import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { hashPassword } from './passwords.js';
import { endPasswordLinks, endSessions, findUserOfSession, type SessionUser } from './credentials.queries.js';
import { AppError, conflict, notFound } from '../platform/http/errors.js';
import { mapPage, type Page } from '../platform/http/paging.js';
import type { RegisterBody, UserView } from '../contract/auth.js';
import type { PageQuery } from '../contract/paging.js';
import { publish } from '../platform/events/publish.js';
import { User } from './user.entity.js';

/**
 * Lock that serializes changes of who may sign in, so that there is one first user, two users cannot remove each other, and a
 * user who is being removed changes nothing.
 */
export const USERS_LOCK = 7_251_001;

/** Members of staff. */
@Injectable()
export class UsersService {
  constructor(private readonly db: DataSource) {}

  /** The user of a valid session; `null` when there is none, or it is not valid any more. */
  findBySession(sessionId: string): Promise<SessionUser | null> {
    return findUserOfSession(this.db.manager, sessionId);
  }

  findByEmail(email: string): Promise<User | null> {
    return this.db.manager.findOneBy(User, { email: email.trim().toLowerCase() });
  }

  /**
   * Adds a member of staff. Only the first one may be added without being signed in.
   * @throws AppError 403 REGISTRATION_CLOSED, 409 EMAIL_TAKEN
   */
  async add(body: RegisterBody, by: StaffActor | null): Promise<User> {
    // Checked before as well: a visitor's request must not cost a hash.
    await requireAdder(this.db.manager, by);
    const passwordHash = await hashPassword(body.password);
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireAdder(manager, by);
      const user = await insertUser(manager, { email: body.email, name: body.name ?? '', passwordHash });
      await publish(manager, 'user.changed', { id: user.id });
      return user;
    });
  }

  /** The oldest first. */
  async list({ limit, offset }: PageQuery): Promise<Page<UserView>> {
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const [items, total] = await this.db.manager.findAndCount(User, { order, take: limit, skip: offset });
    return mapPage({ items, total }, presentUser);
  }

  /**
   * Removes a colleague and ends their sessions at once. Users cannot remove themselves, so that one always remains.
   * @throws AppError 401 when the caller's own session ended meanwhile, 404, 409 OWN_ACCOUNT
   */
  async remove(id: string, by: StaffActor): Promise<void> {
    if (id === by.userId) throw conflict('OWN_ACCOUNT', 'You cannot remove yourself; a colleague can remove you.');
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillSignedIn(manager, by);
      const { affected } = await manager.delete(User, { id });
      if (!affected) throw notFound('Member of staff');
      await endSessions(manager, { userId: id });
      await publish(manager, 'user.changed', { id });
    });
  }

  /** Ends all other sessions of the user, and links to a new password. Answers `false` when the password is not the known one any more. */
  async changePassword({ id, email, passwordHash: known }: User, passwordHash: string, kept: string): Promise<boolean> {
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      const { affected } = await manager.update(User, { id, passwordHash: known }, { passwordHash });
      if (affected) await endSessions(manager, { userId: id, kept });
      if (affected) await endPasswordLinks(manager, email);
      return affected === 1;
    });
  }
}

/** Takes `USERS_LOCK` until the transaction ends. */
export async function lockUsers(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [USERS_LOCK]);
}

/** @throws AppError 401 when the caller's session ended meanwhile */
export async function requireStillSignedIn(manager: EntityManager, by: StaffActor): Promise<void> {
  if (!(await isStillSignedIn(manager, by))) throw endedMeanwhile();
}

async function requireAdder(manager: EntityManager, by: StaffActor | null): Promise<void> {
  if (by ? await isStillSignedIn(manager, by) : !(await manager.exists(User))) return;
  throw new AppError(403, 'REGISTRATION_CLOSED', 'Only signed-in staff can add a member of staff.');
}

function isStillSignedIn(manager: EntityManager, { userId: id, credentialVersion }: StaffActor): Promise<boolean> {
  return manager.existsBy(User, { id, credentialVersion });
}

function endedMeanwhile(): AppError {
  const message = 'Your password was changed, or a colleague removed you from the team. Please sign in again.';
  return new AppError(401, 'NOT_SIGNED_IN', message);
}

/**
 * Adds a user, and ends an invitation of theirs. The caller holds `USERS_LOCK`.
 * @throws AppError 409 EMAIL_TAKEN
 */
export async function insertUser(
  manager: EntityManager,
  user: Pick<User, 'email' | 'name' | 'passwordHash'>,
): Promise<User> {
  await requireFreeEmail(manager, user.email);
  await endPasswordLinks(manager, user.email);
  // The first one, who sets the product up, gets mails about everything at once.
  const isColleague = await manager.exists(User);
  const mailing = isColleague ? ({ notify: 'daily', followedAtOnce: true } as const) : {};
  return manager.save(User, manager.create(User, { ...user, ...mailing }));
}

/** @throws AppError 409 EMAIL_TAKEN if a user has this e-mail */
export async function requireFreeEmail(manager: EntityManager, email: string): Promise<void> {
  if (!(await manager.existsBy(User, { email }))) return;
  throw conflict('EMAIL_TAKEN', `A member of staff with the e-mail ${email} exists already.`, 'email');
}

/**
 * Creates the first member of staff if there is none. `showPassword` runs before the commit: a password that could not be
 * shown is not set.
 */
export async function ensureFirstUser(
  db: DataSource,
  { email, password }: { email: string; password: string },
  showPassword: () => void,
): Promise<void> {
  await db.transaction(async (manager) => {
    await lockUsers(manager);
    if (await manager.exists(User)) return;
    await insertUser(manager, { email, name: '', passwordHash: await hashPassword(password) });
    showPassword();
  });
}

export function presentUser({ id, email, name, createdAt }: User): UserView {
  return { id, email, name, createdAt: createdAt.toISOString() };
}
