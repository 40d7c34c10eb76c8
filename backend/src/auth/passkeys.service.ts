import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';
import type { ConfirmBody, RecoveryCodesView } from '../contract/factors.js';
import { PASSKEYS_MAX } from '../contract/limits.js';
import type { AddPasskeyBody, PasskeyOptionsView, PasskeyView, RenamePasskeyBody } from '../contract/passkeys.js';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError, conflict, invalid, notFound } from '../platform/http/errors.js';
import { networkOf } from '../platform/http/network.js';
import { Limits } from '../platform/limits/limits.js';
import { User } from '../users/user.entity.js';
import { became, userTarget } from '../audit/audit.js';
import { recordAnswer } from './challenges.js';
import { requireCurrentPassword } from './current-password.js';
import { deviceOf } from './device.js';
import { completeAdding, completeRemoving, changeFactors } from './factor-changes.js';
import { findPasskeys } from './factors.queries.js';
import { Passkey, presentPasskey } from './passkey.entity.js';
import { requirePasswords } from './password-sign-in.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { findSignInFacts } from './sign-in-networks.js';
import { credentialIdOf, WebAuthn } from './web-authn.js';

/** The change in entries of the audit log. */
const PASSKEY = { factor: became('passkey') };

/** A valid answer of a passkey. */
interface UnusedAnswer {
  userId: string;
  /** Uses the answer up. @returns false if another sign-in has used it meanwhile */
  redeem(): Promise<boolean>;
}

/** Passkeys of members of staff: a second factor after the password, and both factors at once without it. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly db: DataSource,
    private readonly limits: Limits,
    private readonly webAuthn: WebAuthn,
    private readonly attempts: SignInAttempts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the options with which the browser creates a passkey, valid in this session for five minutes.
   * @throws AppError 400 for a wrong password, 409 TOO_MANY_PASSKEYS, 429
   */
  async newOptions(request: Request, user: User, body: ConfirmBody): Promise<PasskeyOptionsView> {
    await requireCurrentPassword(this.limits, request, user, body);
    const known = await findPasskeys(this.db.manager, user.id);
    if (known.length >= PASSKEYS_MAX) throw tooMany();
    return this.webAuthn.optionsToMake(request, user, known);
  }

  /**
   * Stores a passkey that the browser created with the options of `newOptions`, which has checked the password. All
   * other sessions of the user end.
   * @throws AppError 400 if the answer is invalid or was used before, 401, 409 PASSKEY_KNOWN, TOO_MANY_PASSKEYS
   */
  async add(request: Request, user: User, body: AddPasskeyBody): Promise<RecoveryCodesView> {
    const { id: userId } = user;
    const newPasskey = await this.webAuthn.verifyMade(request, userId, body.credential);
    if (!newPasskey) throw notMade();
    const name = body.name || deviceOf(request.get('User-Agent')) || 'Passkey';
    const entry = { action: 'factor.added', target: userTarget(user), changes: PASSKEY } as const;
    return changeFactors(this.db, request, entry, async (manager) => {
      const { challenge, ...passkey } = newPasskey;
      if (!(await recordAnswer(manager, challenge))) throw notMade();
      if ((await manager.countBy(Passkey, { userId })) >= PASSKEYS_MAX) throw tooMany();
      if (await manager.existsBy(Passkey, { credentialId: passkey.credentialId })) throw passkeyKnown();
      await manager.insert(Passkey, { userId, name, ...passkey });
      return completeAdding(manager, { userId, sessionId: request.sessionID });
    });
  }

  /** @throws AppError 404 */
  async rename({ id: userId }: User, id: string, { name }: RenamePasskeyBody): Promise<PasskeyView> {
    const { affected } = await this.db.manager.update(Passkey, { id, userId }, { name });
    const renamed = affected ? await this.db.manager.findOneBy(Passkey, { id }) : null;
    if (!renamed) throw notFound('Passkey');
    return presentPasskey(renamed);
  }

  /**
   * Removes a passkey, and the recovery codes with the last factor. All other sessions of the user end.
   * @throws AppError 400 for a wrong password, 401, 404, 409 SECOND_FACTOR_NEEDED, 429
   */
  async remove(request: Request, user: User, id: string, body: ConfirmBody): Promise<void> {
    await requireCurrentPassword(this.limits, request, user, body);
    const entry = { action: 'factor.removed', target: userTarget(user), changes: PASSKEY } as const;
    await changeFactors(this.db, request, entry, async (manager) => {
      const { affected } = await manager.delete(Passkey, { id, userId: user.id });
      if (!affected) throw notFound('Passkey');
      await completeRemoving(manager, user.id);
    });
  }

  /**
   * Returns the options with which the browser asks for any passkey of this site. They name no account; nothing is
   * stored.
   */
  signInOptions(request: Request): Promise<PasskeyOptionsView> {
    return this.webAuthn.optionsToSignIn(request);
  }

  /**
   * Checks the answer of a passkey and uses it up. @returns the user whose passkey it is
   * @throws AppError 401 WRONG_CREDENTIALS, the same for every reason, 403 PASSWORDS_OFF, 429 after too many failures
   */
  async signIn(request: Request, text: string): Promise<User> {
    await requirePasswords(this.db.manager, this.config);
    const network = networkOf(request.ip);
    return this.limits.inTurn(network, () =>
      this.limits.attempt([{ limit: 'login', key: network }], async () => {
        const owner = await this.findOwner(text);
        if (!owner) throw notAccepted();
        const facts = await findSignInFacts(this.db.manager, owner.email, request.ip);
        return this.attempts.try({ email: owner.email, method: 'passkey' }, facts, async () => {
          const answer = await this.findAnswer(request, text);
          // `owner` was read before. If the passkey is removed meanwhile, their credential version makes the session
          // invalid.
          if (!(await answer?.redeem())) throw notAccepted();
          return owner;
        });
      }),
    );
  }

  /**
   * Checks an answer without using it up, so that a sign-in can check the password first; `null` if it is invalid.
   */
  async findAnswer(request: Request, text: string): Promise<UnusedAnswer | null> {
    const passkey = await this.findPasskey(text);
    const signed = passkey && (await this.webAuthn.verifySigned(request, passkey, text));
    if (!signed) return null;
    return { userId: passkey.userId, redeem: () => this.redeem(passkey, signed) };
  }

  private async redeem(
    passkey: Passkey,
    { challenge, counter }: { challenge: string; counter: string },
  ): Promise<boolean> {
    return this.db.transaction(
      async (manager) => (await recordAnswer(manager, challenge)) && (await recordUse(manager, passkey, counter)),
    );
  }

  private async findOwner(text: string): Promise<User | null> {
    const passkey = await this.findPasskey(text);
    return passkey && this.db.manager.findOneBy(User, { id: passkey.userId });
  }

  private async findPasskey(text: string): Promise<Passkey | null> {
    const credentialId = credentialIdOf(text);
    return credentialId === null ? null : this.db.manager.findOneBy(Passkey, { credentialId });
  }
}

/**
 * Saves the counter.
 * @returns false if another sign-in has changed it meanwhile, as one with a copy of the passkey would
 */
async function recordUse(manager: EntityManager, { id, counter: known }: Passkey, counter: string): Promise<boolean> {
  const used = { counter, lastUsedAt: () => 'now()' };
  return (await manager.update(Passkey, { id, counter: known }, used)).affected === 1;
}

function notAccepted(): AppError {
  const message = 'This passkey was not accepted. Try again, or sign in with your password.';
  return new AppError(401, 'WRONG_CREDENTIALS', message);
}

function notMade(): AppError {
  return invalid([{ field: 'credential', message: 'This passkey was not accepted. Please add it again.' }]);
}

function passkeyKnown(): AppError {
  return conflict('PASSKEY_KNOWN', 'This passkey was added already.');
}

function tooMany(): AppError {
  return conflict('TOO_MANY_PASSKEYS', `You have ${PASSKEYS_MAX} passkeys, which is the most. Remove one first.`);
}
