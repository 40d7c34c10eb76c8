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
import { createAuthenticator, hashCode, findStep } from './codes.js';
import { requireCurrentPassword } from './current-password.js';
import { completeAdding, completeRemoving, changeFactors, replaceCodes } from './factor-changes.js';
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

/** The change in entries of the audit log. */
const AUTHENTICATOR = { factor: became('authenticator') };

/** Uses up a valid code of a user. @returns false if another sign-in has used it meanwhile */
type UnusedCode = () => Promise<boolean>;

/** Second factors of members of staff, beside passkeys: authenticator apps and recovery codes. */
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

  /** Whether there is an account with this e-mail, and it has a second factor. */
  hasFactor(email: string): Promise<boolean> {
    return hasFactor(this.db.manager, { email });
  }

  /** Whether all staff need a second factor and this user has none. */
  async lacksRequiredFactor({ id }: User): Promise<boolean> {
    return (await isFactorRequired(this.db.manager)) && !(await hasFactor(this.db.manager, { id }));
  }

  /**
   * Checks a code of a user.
   * @returns a function that uses the code up, which a sign-in calls after checking the password; `null` if the code
   * is wrong
   */
  async findCode(user: User, code: string): Promise<UnusedCode | null> {
    const { manager } = this.db;
    const codeHash = hashCode(code);
    const isRecovery = await manager.existsBy(RecoveryCode, { userId: user.id, codeHash });
    if (isRecovery) return () => useRecoveryCode(manager, user.id, codeHash);
    const key = user.authenticatorKey;
    const step = key === null ? null : findStep(createAuthenticator(this.tokens, { userId: user.id, key }), code);
    if (step === null || step <= (user.authenticatorStep ?? 0)) return null;
    return () => useStep(manager, user, step);
  }

  /** Creates a secret for an app. Nothing is stored until `addAuthenticator` gets a code of the app. */
  newKey({ id: userId, email }: User): AuthenticatorKeyView {
    const key = randomUUID();
    const authenticator = createAuthenticator(this.tokens, { userId, key, issuer: DEFAULT_BRAND_NAME, email });
    return { key, secret: authenticator.secret.base32, uri: authenticator.toString() };
  }

  /**
   * Sets up the authenticator app, which replaces a previous one. All other sessions of the user end.
   * @throws AppError 400 for a wrong password or code, 401 when the session ended meanwhile, 429
   */
  async addAuthenticator(request: Request, user: User, body: AddAuthenticatorBody): Promise<RecoveryCodesView> {
    await requireCurrentPassword(this.limits, request, user, body);
    const step = findStep(createAuthenticator(this.tokens, { userId: user.id, key: body.key }), body.code);
    if (step === null) throw wrongCode();
    const entry = { action: 'factor.added', target: userTarget(user), changes: AUTHENTICATOR } as const;
    return changeFactors(this.db, request, entry, async (manager) => {
      await manager.update(User, { id: user.id }, { authenticatorKey: body.key, authenticatorStep: step });
      return completeAdding(manager, { userId: user.id, sessionId: request.sessionID });
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
      await completeRemoving(manager, user.id);
    });
  }

  /**
   * Creates new recovery codes; the previous ones become invalid.
   * @throws AppError 400, 401, 409 NO_SECOND_FACTOR, 429
   */
  async renewCodes(request: Request, user: User, body: { currentPassword: string }): Promise<RecoveryCodesView> {
    await requireCurrentPassword(this.limits, request, user, body);
    const entry = { action: 'factor.codes_renewed', target: userTarget(user) } as const;
    return changeFactors(this.db, request, entry, async (manager) => {
      if (!(await hasFactor(manager, { id: user.id }))) throw noFactor();
      return replaceCodes(manager, user.id);
    });
  }

  /**
   * Removes the second factors of a colleague who lost them, and ends their sessions.
   * @throws AppError 401, 404, 409 OWN_ACCOUNT
   */
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
   * Sets whether all members of staff need a second factor. If so, those without one are signed out.
   * @throws AppError 401, 409 NO_SECOND_FACTOR if the caller has none
   */
  async require(isRequired: boolean, by: StaffActor): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      requirePermission(await requireStillSignedIn(manager, by), 'settings.manage');
      if (isRequired && !(await hasFactor(manager, { id: by.userId }))) throw noFactor();
      const before = await isFactorRequired(manager);
      await requireFactor(manager, isRequired);
      const changes = changesOf({ requiresSecondFactor: String(before) }, { requiresSecondFactor: String(isRequired) });
      if (before !== isRequired)
        await appendAudit(manager, by, { action: 'settings.changed', target: SETTINGS, changes });
      await publish(manager, 'settings.changed', { id: 'settings' });
    });
  }
}

/**
 * 401 for a sign-in without a second factor: the same for a right and a wrong password, and for each kind of factor.
 */
export function factorRequired(prefix = ''): AppError {
  const sentence = 'Enter the code of your authenticator app or a recovery code, or use a passkey.';
  return new AppError(401, 'SECOND_FACTOR_REQUIRED', [prefix, sentence].filter(Boolean).join(' '));
}

function wrongCode(): AppError {
  const message = 'This code does not fit. Enter the one that your app shows now, and check the clock of your phone.';
  return invalid([{ field: 'code', message }]);
}

function noFactor(): AppError {
  return conflict('NO_SECOND_FACTOR', 'You have no second factor. Set one up on the page You first.');
}
