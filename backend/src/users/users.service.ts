import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hashPassword } from '../auth/passwords.js';
import { endSessions } from '../auth/session.js';
import { AppError, conflict, notFound } from '../common/errors.js';
import { mapPage, type Page } from '../common/paging.js';
import type { RegisterBody, UserView } from '../contract/auth.js';
import type { PageQuery } from '../contract/paging.js';
import { prepared } from '../database/prepared.js';
import { announce } from '../realtime/announcements.js';
import { User } from './user.entity.js';

// Serialises the creation and the removal of users: no two are both the first, and no two remove each other.
const USERS_LOCK = 7_251_001;

const BY_ID = prepared('user', 'SELECT "id", "email", "name", "passwordHash", "createdAt" FROM users WHERE "id" = $1');

/** Members of staff. */
@Injectable()
export class UsersService {
  constructor(private readonly db: DataSource) {}

  async byId(id: string): Promise<User | null> {
    // Every request of staff asks it; by the ORM it would take five times as long.
    const [row] = await this.db.query<User[]>(BY_ID, [id]);
    return row ? Object.assign(new User(), row) : null;
  }

  byEmail(email: string): Promise<User | null> {
    return this.db.manager.findOneBy(User, { email: email.trim().toLowerCase() });
  }

  /**
   * Adds a member of staff if `allowed` says so, which is told whether anybody exists yet.
   * @throws AppError 409 EMAIL_TAKEN
   */
  async add(body: RegisterBody, allowed: (isFirst: boolean) => void): Promise<User> {
    // Asked before as well: a stranger's request must not cost a hash.
    allowed(!(await this.db.manager.exists(User)));
    const passwordHash = await hashPassword(body.password);
    return this.db.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [USERS_LOCK]);
      allowed(!(await manager.exists(User)));
      const user = await insertUser(manager, { email: body.email, name: body.name ?? '', passwordHash });
      await announce(manager, 'user.changed', { id: user.id });
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
   * Removes a colleague and ends their sessions at once. Nobody removes themselves, so somebody is always left.
   * @throws AppError 401 for somebody who was removed meanwhile, 404, 409 OWN_ACCOUNT
   */
  async remove(id: string, by: User): Promise<void> {
    if (id === by.id) throw conflict('OWN_ACCOUNT', 'You cannot remove yourself; a colleague can remove you.');
    await this.db.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [USERS_LOCK]);
      if (!(await manager.existsBy(User, { id: by.id }))) throw removedMeanwhile();
      const { affected } = await manager.delete(User, { id });
      if (!affected) throw notFound('Member of staff');
      await endSessions(manager, { userId: id });
      await announce(manager, 'user.changed', { id });
    });
  }

  /** Ends all other sessions of the user. Answers `false` when the password is not the known one any more. */
  async changePassword({ id, passwordHash: known }: User, passwordHash: string, kept: string): Promise<boolean> {
    return this.db.transaction(async (manager) => {
      const { affected } = await manager.update(User, { id, passwordHash: known }, { passwordHash });
      if (affected) await endSessions(manager, { userId: id, kept });
      return affected === 1;
    });
  }
}

function removedMeanwhile(): AppError {
  return new AppError(401, 'NOT_SIGNED_IN', 'A colleague removed you from the team meanwhile.');
}

async function insertUser(manager: EntityManager, user: Pick<User, 'email' | 'name' | 'passwordHash'>): Promise<User> {
  if (await manager.existsBy(User, { email: user.email })) {
    throw conflict('EMAIL_TAKEN', `A member of staff with the e-mail ${user.email} exists already.`, 'email');
  }
  return manager.save(User, manager.create(User, user));
}

/**
 * Creates the first member of staff where there is none; `tell` runs before the commit, so that a password which was
 * not shown was not set either.
 */
export async function ensureFirstUser(
  db: DataSource,
  { email, password }: { email: string; password: string },
  tell: () => void,
): Promise<void> {
  await db.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [USERS_LOCK]);
    if (await manager.exists(User)) return;
    await insertUser(manager, { email, name: '', passwordHash: await hashPassword(password) });
    tell();
  });
}

export function presentUser({ id, email, name, createdAt }: User): UserView {
  return { id, email, name, createdAt: createdAt.toISOString() };
}
