import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { actorOf, isStaff, requirePermission } from '../access/actor.js';
import { appendAudit, asActor, became, userTarget } from '../audit/audit.js';
import type { SignInMethod } from '../contract/audit.js';
import type { Config } from '../config.js';
import type { ChangePasswordBody, LoginBody, RegisterBody, UserView } from '../contract/auth.js';
import { CONFIG } from '../platform/config.module.js';
import { Limits } from '../platform/limits/limits.js';
import { publish } from '../platform/events/publish.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { hashPassword } from '../users/passwords.js';
import { requireCurrentPassword, wrongPassword } from './current-password.js';
import { deviceOf } from './device.js';
import { factorRequired, FactorsService } from './factors.service.js';
import { requirePasswords } from './password-sign-in.js';
import { renewCookie, type SignedInBy } from './session.js';
import { removeSessionById } from './sessions.queries.js';
import { recordNetwork } from './sign-in-networks.js';

/** Signs people in and out. */
@Injectable()
export class AuthService {
  constructor(
    private readonly db: DataSource,
    private readonly users: UsersService,
    private readonly limits: Limits,
    private readonly factors: FactorsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the signed-in user, and renews the session's cookie for another seven days. */
  current(request: Request, user: User): Promise<UserView> {
    renewCookie(request);
    return this.present(request, user);
  }

  /** Starts a session and returns its user. */
  async signIn(request: Request, user: User, method: SignInMethod, signedInBy: SignedInBy = {}): Promise<UserView> {
    return this.present(request, await this.startSession(request, user, method, signedInBy));
  }

  /** Starts a session for a user whose password, and second factor if there is one, were checked. */
  async signInByPassword(request: Request, user: User, { code }: LoginBody): Promise<UserView> {
    const factor = code ? 'code' : 'passwordAndPasskey';
    return this.signIn(request, user, (await this.factors.hasFactor(user.email)) ? factor : 'password');
  }

  /**
   * Starts a session for a user who has just chosen a password by a link.
   * @throws AppError 401 SECOND_FACTOR_REQUIRED if the account has a second factor, which the link does not replace
   */
  async signInByLink(request: Request, user: User): Promise<UserView> {
    if (await this.factors.hasFactor(user.email)) throw factorRequired('Your new password is saved. Sign in with it.');
    return this.signIn(request, user, 'link');
  }

  private async present({ session }: Request, { id }: User): Promise<UserView> {
    return {
      ...(await this.users.get(id)),
      ...(session.needsFactor && { needsFactor: true }),
      ...(session.singleSignOn && { bySingleSignOn: true }),
    };
  }

  /**
   * Starts a session with a new id and the user's credential version. The session is destroyed again if the audit log
   * cannot record it.
   */
  async startSession(
    request: Request,
    user: User,
    method: SignInMethod,
    { singleSignOn }: SignedInBy = {},
  ): Promise<User> {
    await promisify<User>(request.logIn.bind(request))(user);
    const { credentialVersion } = user;
    const device = deviceOf(request.get('User-Agent'));
    // With single sign-on, the provider decides about second factors.
    const needsFactor = (!singleSignOn && (await this.factors.lacksRequiredFactor(user))) || undefined;
    const signedInAt = new Date().toISOString();
    Object.assign(request.session, { credentialVersion, device, signedInAt, needsFactor, singleSignOn });
    await promisify(request.session.save.bind(request.session))();
    await this.recordSignIn(request, user, method).catch(async (error: unknown) => {
      await promisify(request.session.destroy.bind(request.session))();
      throw error;
    });
    return user;
  }

  private async recordSignIn({ ip }: Request, user: User, method: SignInMethod): Promise<void> {
    await this.db.transaction(async (manager) => {
      await recordNetwork(manager, user.id, ip);
      const entry = {
        action: 'user.signed_in',
        target: userTarget(user),
        changes: { method: became(method) },
      } as const;
      await appendAudit(manager, asActor(user), entry);
    });
  }

  /**
   * Adds a member of staff. The first one signs up without a session and gets one; later ones are added by signed-in
   * staff.
   * @throws AppError 403 PASSWORDS_OFF
   */
  async register(request: Request, body: RegisterBody): Promise<User> {
    const actor = actorOf(request);
    const by = isStaff(actor) ? actor : null;
    if (by) requirePermission(by, 'team.manage');
    await requirePasswords(this.db.manager, this.config);
    const user = await this.users.add(body, by);
    return by ? user : this.startSession(request, user, 'register');
  }

  /**
   * Changes the user's own password, and ends all their other sessions.
   * @throws AppError 400 for a wrong current password, 429 after too many wrong ones in this session
   */
  async changePassword(request: Request, user: User, body: ChangePasswordBody): Promise<void> {
    await requireCurrentPassword(this.limits, request, user, body);
    const passwordHash = await hashPassword(body.newPassword);
    const isChanged = await this.users.changePassword(user, passwordHash, request.sessionID);
    if (!isChanged) throw wrongPassword();
  }

  /** Ends the session and its live connections; does nothing without a session. */
  async logout(request: Request): Promise<void> {
    if (!request.isAuthenticated()) return;
    const { sessionID: sessionId } = request;
    const user = request.user as User;
    await this.db.transaction(async (manager) => {
      if (!(await removeSessionById(manager, sessionId))) return;
      await appendAudit(manager, asActor(user), { action: 'user.signed_out', target: userTarget(user) });
      await publish(manager, 'session.ended', { sessionId });
    });
    // Otherwise the middleware would save the session again, and send its cookie.
    await promisify(request.session.destroy.bind(request.session))();
  }
}
