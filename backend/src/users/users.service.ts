import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hashPassword } from '../auth/passwords.js';
import { conflict } from '../common/errors.js';
import type { RegisterBody, UserView } from '../contract/auth.js';
import { User } from './user.entity.js';

// Serialises the creation of users, so that two first users cannot both be the first.
const USERS_LOCK = 7_251_001;

/** Members of staff. */
@Injectable()
export class UsersService {
  constructor(private readonly db: DataSource) {}

  byId(id: string): Promise<User | null> {
    return this.db.manager.findOneBy(User, { id });
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
      return insertUser(manager, { email: body.email, name: body.name ?? '', passwordHash });
    });
  }
}

async function insertUser(manager: EntityManager, user: Pick<User, 'email' | 'name' | 'passwordHash'>): Promise<User> {
  if (await manager.existsBy(User, { email: user.email })) {
    throw conflict('EMAIL_TAKEN', `A member of staff with the e-mail ${user.email} exists already.`);
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
