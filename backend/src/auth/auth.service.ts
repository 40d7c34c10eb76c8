import { Inject, Injectable } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { DataSource } from 'typeorm';
import { invalid } from '../common/errors.js';
import type { ChangePasswordBody, LoginBody, RegisterBody } from '../contract/auth.js';
import { announce } from '../realtime/announcements.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { LoginThrottle } from './login-throttle.js';
import { networkOf } from './network.js';
import { PASSPORT, type OwnPassport } from './passport.js';
import { hashPassword, isPassword } from './passwords.js';

/** Signs people in and out. */
@Injectable()
export class AuthService {
  constructor(
    private readonly db: DataSource,
    private readonly users: UsersService,
    private readonly throttle: LoginThrottle,
    @Inject(PASSPORT) private readonly passport: OwnPassport,
  ) {}

  /** Signs in under a new session id. */
  async login(request: Request, { email }: LoginBody): Promise<User> {
    const attempt = { email, network: networkOf(request.ip) };
    const user = await this.throttle.attempt(attempt, () => this.authenticate(request));
    return startSession(request, user);
  }

  /** The first member of staff signs up; later ones are added by those who are signed in. */
  async register(request: Request, body: RegisterBody): Promise<User> {
    const by = request.user as User | undefined;
    const user = await this.users.add(body, by);
    return by ? user : startSession(request, user);
  }

  /** Changes the user's own password, and ends all their other sessions. Wrong guesses count like failed logins. */
  async changePassword(request: Request, user: User, body: ChangePasswordBody): Promise<void> {
    const attempt = { email: user.email, network: networkOf(request.ip) };
    await this.throttle.attempt(attempt, async () => {
      if (!(await isPassword(body.currentPassword, user.passwordHash))) refuseCurrentPassword();
    });
    const passwordHash = await hashPassword(body.newPassword);
    const isChanged = await this.users.changePassword(user, passwordHash, request.sessionID);
    if (!isChanged) refuseCurrentPassword();
  }

  /** Ends the session, on its live connections as well. */
  async logout(request: Request): Promise<void> {
    // Strangers have no session to end: nothing is written and told for them.
    if (!request.isAuthenticated()) return;
    const sessionId = request.sessionID;
    await new Promise<void>((resolve, reject) => {
      request.session.destroy((error) => (error ? reject(error) : resolve()));
    });
    await announce(this.db.manager, 'session.ended', { sessionId });
  }

  private authenticate(request: Request): Promise<User> {
    return new Promise((resolve, reject) => {
      const decide = (error: unknown, user?: User | false): void => (user ? resolve(user) : reject(error));
      const handler = this.passport.authenticate('local', { session: false }, decide) as RequestHandler;
      void handler(request, request.res!, reject);
    });
  }
}

function refuseCurrentPassword(): never {
  throw invalid([{ field: 'currentPassword', message: 'The current password is wrong.' }]);
}

function startSession(request: Request, user: User): Promise<User> {
  return new Promise((resolve, reject) => {
    request.logIn(user, (error) => (error ? reject(error) : resolve(user)));
  });
}
