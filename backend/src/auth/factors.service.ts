import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, IsNull, Not } from 'typeorm';
import { requirePermission, type StaffActor } from '../access/actor.js';
import { appendAudit, became, changesOf, SETTINGS, userTarget } from '../audit/audit.js';
import type {
  AddAuthenticatorBody,
  AuthenticatorKeyView,
  FactorsView,
  RecoveryCodesView,
} from '../contract/factors.js';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import { publish } from '../platform/events/publish.js';
import { AppError, conflict, invalid, notFound } from '../platform/http/errors.js';
import { Limits } from '../platform/limits/limits.js';
import { SignedTokens } from '../platform/tokens/signed-tokens.js';
import { User } from '../users/user.entity.js';
import { lockUsers, requireStillManagesTeam, requireStillSignedIn } from '../users/users.service.js';
import { authenticatorOf, hashOfCode, stepOf } from './codes.js';
import { requireCurrentPassword } from './current-password.js';
import { afterAdding, afterRemoving, changeFactors, replaceCodes } from './factor-changes.js';
import {
  findPasskeys,
  hasFactor,
  isFactorRequired,
  requireFactor,
  resetFactors,
  useRecoveryCode,
  useStep,
} from './factors.queries.js';
import { presentPasskey } from './passkey.entity.js';
import { RecoveryCode } from './recovery-code.entity.js';

/** What an entry of the audit log says. */
const AUTHENTICATOR = { factor: became('authenticator') };

/** A code that belongs to a user and was not used yet: uses it up, unless another sign-in did so meanwhile. */
type UnusedCode = () => Promise<boolean>;

/** What members of staff sign in with beside the password. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: SignedTokens,
    private readonly limits: Limits,
  ) {}

  async view({ id }: User): Promise<FactorsView> {
    const { manager } = this.db;
    return {
      hasAuthenticator: await manager.existsBy(User, { id, authenticatorKey: Not(IsNull()) }),
      passkeys: (await findPasskeys(manager, id)).map(presentPasskey),
      recoveryCodesLeft: await manager.countBy(RecoveryCode, { userId: id }),
      isRequired: await isFactorRequired(manager),
    };
  }

  /** Whether the account with this e-mail is asked for a second factor. */
  asksFor(email: string): Promise<boolean> {
    return hasFactor(this.db.manager, { email });
  }

  /** Whether a user has to set up a second factor before anything else. */
  async isMissing({ id }: User): Promise<boolean> {
    return (await isFactorRequired(this.db.manager)) && !(await hasFactor(this.db.manager, { id }));
  }

  /** The code, if it fits this user now. Nothing is used up, so that a sign-in can look at code and password alike. */
  async findCode(user: User, code: string): Promise<UnusedCode | null> {
    const { manager } = this.db;
    const codeHash = hashOfCode(code);
    const isRecovery = await manager.existsBy(RecoveryCode, { userId: user.id, codeHash });
    if (isRecovery) return () => useRecoveryCode(manager, user.id, codeHash);
    const key = user.authenticatorKey;
    const step = key === null ? null : stepOf(authenticatorOf(this.tokens, { userId: user.id, key }), code);
    if (step === null || step <= (user.authenticatorStep ?? 0)) return null;
    return () => useStep(manager, user, step);
  }

  /** A new secret for an app. Nothing is kept until a code shows that the app has it. */
  newKey({ id: userId, email }: User): AuthenticatorKeyView {
    const key = randomUUID();
    const authenticator = authenticatorOf(this.tokens, { userId, key, issuer: DEFAULT_BRAND_NAME, email });
    return { key, secret: authenticator.secret.base32, uri: authenticator.toString() };
  }

  /**
   * Sets up the authenticator app, in place of one of before. All other sessions of the user end.
   * @throws AppError 400 for a wrong password or code, 401 when the session ended meanwhile, 429
   */
  async addAuthenticator(request: Request, user: User, body: AddAuthenticatorBody): Promise<RecoveryCodesView> {
    await requireCurrentPassword(this.limits, request, user, body);
    const step = stepOf(authenticatorOf(this.tokens, { userId: user.id, key: body.key }), body.code);
    if (step === null) throw wrongCode();
    const entry = { action: 'factor.added', target: userTarget(user), changes: AUTHENTICATOR } as const;
    return changeFactors(this.db, request, entry, async (manager) => {
      await manager.update(User, { id: user.id }, { authenticatorKey: body.key, authenticatorStep: step });
      return afterAdding(manager, { userId: user.id, sessionId: request.sessionID });
    });
  }

  /**
   * Removes the authenticator app, and the recovery codes with the last factor. All other sessions of the user end.
   * @throws AppError 400 for a wrong password, 401, 409 SECOND_FACTOR_NEEDED, 429
   */
  async removeAuthenticator(request: Request, user: User, body: { currentPassword: string }): Promise<void> {
    await requireCurrentPassword(this.limits, request, user, body);
    const entry = { action: 'factor.removed', target: userTarget(user), changes: AUTHENTICATOR } as const;
    await changeFactors(this.db, request, entry, async (manager) => {
      await manager.update(User, { id: user.id }, { authenticatorKey: null, authenticatorStep: null });
      await afterRemoving(manager, user.id);
    });
  }

  /** Makes new recovery codes; those of before end. @throws AppError 400, 401, 409 NO_SECOND_FACTOR, 429 */
  async renewCodes(request: Request, user: User, body: { currentPassword: string }): Promise<RecoveryCodesView> {
    await requireCurrentPassword(this.limits, request, user, body);
    const entry = { action: 'factor.codes_renewed', target: userTarget(user) } as const;
    return changeFactors(this.db, request, entry, async (manager) => {
      if (!(await hasFactor(manager, { id: user.id }))) throw none();
      return replaceCodes(manager, user.id);
    });
  }

  /** Removes a colleague's second factors, who lost them, and ends their sessions. @throws AppError 401, 404, 409 OWN_ACCOUNT */
  async reset(id: string, by: StaffActor): Promise<void> {
    if (id === by.userId) throw conflict('OWN_ACCOUNT', 'Remove your own second factor on the page You.');
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      await requireStillManagesTeam(manager, by);
      const user = await manager.findOneBy(User, { id });
      if (!user) throw notFound('Member of staff');
      await resetFactors(manager, id);
      await appendAudit(manager, by, { action: 'factor.reset', target: userTarget(user) });
      await publish(manager, 'user.changed', { id });
    });
  }

  /**
   * Requires a second factor of all members of staff, or lets them choose. Who has none is signed out.
   * @throws AppError 401, 409 NO_SECOND_FACTOR if the one who asks has none
   */
  async require(isRequired: boolean, by: StaffActor): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      requirePermission(await requireStillSignedIn(manager, by), 'settings.manage');
      if (isRequired && !(await hasFactor(manager, { id: by.userId }))) throw none();
      const before = await isFactorRequired(manager);
      await requireFactor(manager, isRequired);
      const changes = changesOf({ requiresSecondFactor: String(before) }, { requiresSecondFactor: String(isRequired) });
      if (before !== isRequired)
        await appendAudit(manager, by, { action: 'settings.changed', target: SETTINGS, changes });
      await publish(manager, 'settings.changed', { id: 'settings' });
    });
  }
}

/** 401 where a sign-in lacks a second factor: the same for a right and a wrong password, and for each kind of factor. */
export function factorRequired(said = ''): AppError {
  const sentence = 'Enter the code of your authenticator app or a recovery code, or use a passkey.';
  return new AppError(401, 'SECOND_FACTOR_REQUIRED', [said, sentence].filter(Boolean).join(' '));
}

function wrongCode(): AppError {
  const message = 'This code does not fit. Enter the one that your app shows now, and check the clock of your phone.';
  return invalid([{ field: 'code', message }]);
}

function none(): AppError {
  return conflict('NO_SECOND_FACTOR', 'You have no second factor. Set one up on the page You first.');
}
