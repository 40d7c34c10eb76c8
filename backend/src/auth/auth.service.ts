import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { actorOf, isStaff, requirePermission } from '../access/actor.js';
import { invalid } from '../platform/http/errors.js';
import type { ChangePasswordBody, RegisterBody, UserView } from '../contract/auth.js';
import { Limits } from '../platform/limits/limits.js';
import { publish } from '../platform/events/publish.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { hashPassword, isPassword } from '../users/passwords.js';
import { deviceOf } from './device.js';
import { renewCookie } from './session.js';
import { noteNetwork } from './sign-in-networks.js';

/** Signs people in and out. */
@Injectable()
export class AuthService {
  constructor(
    private readonly db: DataSource,
    private readonly users: UsersService,
    private readonly limits: Limits,
  ) {}

  /** The signed-in user; the answer sends the session's cookie for another seven days. */
  current(request: Request, { id }: User): Promise<UserView> {
    renewCookie(request);
    return this.users.get(id);
  }

  /** Starts a session under a new id, which carries the user's credential version. */
  async startSession(request: Request, user: User): Promise<User> {
    await promisify<User>(request.logIn.bind(request))(user);
    const { credentialVersion } = user;
    const device = deviceOf(request.get('User-Agent'));
    Object.assign(request.session, { credentialVersion, device, signedInAt: new Date().toISOString() });
    await promisify(request.session.save.bind(request.session))();
    await noteNetwork(this.db.manager, user.id, request.ip);
    return user;
  }

  /** The first member of staff signs up; later ones are added by those who are signed in. */
  async register(request: Request, body: RegisterBody): Promise<User> {
    const actor = actorOf(request);
    const by = isStaff(actor) ? actor : null;
    if (by) requirePermission(by, 'team.manage');
    const user = await this.users.add(body, by);
    return by ? user : this.startSession(request, user);
  }

  /**
   * Changes the user's own password, and ends all their other sessions.
   * @throws AppError 400 for a wrong current password, 429 after too many of them in this session
   */
  async changePassword(request: Request, user: User, body: ChangePasswordBody): Promise<void> {
    await this.limits.attempt([{ limit: 'currentPassword', key: request.sessionID }], async () => {
      if (!(await isPassword(body.currentPassword, user.passwordHash))) throw wrongPassword();
    });
    const passwordHash = await hashPassword(body.newPassword);
    const isChanged = await this.users.changePassword(user, passwordHash, request.sessionID);
    if (!isChanged) throw wrongPassword();
  }

  /** Ends the session, on its live connections as well; does nothing for visitors, who have none. */
  async logout(request: Request): Promise<void> {
    if (!request.isAuthenticated()) return;
    const sessionId = request.sessionID;
    await promisify(request.session.destroy.bind(request.session))();
    await publish(this.db.manager, 'session.ended', { sessionId });
  }
}

function wrongPassword(): Error {
  return invalid([{ field: 'currentPassword', message: 'The current password is wrong.' }]);
}
