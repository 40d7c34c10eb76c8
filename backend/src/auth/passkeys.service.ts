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
import { takeAnswer } from './challenges.js';
import { requireCurrentPassword } from './current-password.js';
import { deviceOf } from './device.js';
import { afterAdding, afterRemoving, changeFactors } from './factor-changes.js';
import { findPasskeys } from './factors.queries.js';
import { Passkey, presentPasskey } from './passkey.entity.js';
import { requirePasswords } from './password-sign-in.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { findSignInFacts } from './sign-in-networks.js';
import { credentialIdOf, WebAuthn } from './web-authn.js';

/** What an entry of the audit log says. */
const PASSKEY = { factor: became('passkey') };

/** A right answer of a passkey, which was not used yet. */
interface UnusedAnswer {
  userId: string;
  /** Uses it up. @returns whether no other sign-in did so meanwhile */
  spend(): Promise<boolean>;
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
   * What the browser makes a new passkey with, in this session and within five minutes.
   * @throws AppError 400 for a wrong password, 409 TOO_MANY_PASSKEYS, 429
   */
  async newOptions(request: Request, user: User, body: ConfirmBody): Promise<PasskeyOptionsView> {
    await requireCurrentPassword(this.limits, request, user, body);
    const known = await findPasskeys(this.db.manager, user.id);
    if (known.length >= PASSKEYS_MAX) throw tooMany();
    return this.webAuthn.optionsToMake(request, user, known);
  }

  /**
   * Keeps a passkey that the browser made by `newOptions`, which has asked for the password. All other sessions of the user end.
   * @throws AppError 400 for another answer than the first right one, 401, 409 PASSKEY_KNOWN, TOO_MANY_PASSKEYS
   */
  async add(request: Request, user: User, body: AddPasskeyBody): Promise<RecoveryCodesView> {
    const { id: userId } = user;
    const made = await this.webAuthn.made(request, userId, body.credential);
    if (!made) throw notMade();
    const name = body.name || deviceOf(request.get('User-Agent')) || 'Passkey';
    const entry = { action: 'factor.added', target: userTarget(user), changes: PASSKEY } as const;
    return changeFactors(this.db, request, entry, async (manager) => {
      const { challenge, ...passkey } = made;
      if (!(await takeAnswer(manager, challenge))) throw notMade();
      if ((await manager.countBy(Passkey, { userId })) >= PASSKEYS_MAX) throw tooMany();
      if (await manager.existsBy(Passkey, { credentialId: passkey.credentialId })) throw isKnown();
      await manager.insert(Passkey, { userId, name, ...passkey });
      return afterAdding(manager, { userId, sessionId: request.sessionID });
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
      await afterRemoving(manager, user.id);
    });
  }

  /** What the browser asks for any passkey of this site with. Nothing is stored, and no account is named. */
  signInOptions(request: Request): Promise<PasskeyOptionsView> {
    return this.webAuthn.optionsToSignIn(request);
  }

  /**
   * The user whose passkey answered a challenge of a sign-in, for the first time.
   * @throws AppError 401 WRONG_CREDENTIALS, the same for every reason, 403 PASSWORDS_OFF, 429 after too many failures
   */
  async signIn(request: Request, text: string): Promise<User> {
    await requirePasswords(this.db.manager, this.config);
    const network = networkOf(request.ip);
    return this.limits.inTurn(network, () =>
      this.limits.attempt([{ limit: 'login', key: network }], async () => {
        const owner = await this.ownerOf(text);
        if (!owner) throw notAccepted();
        const facts = await findSignInFacts(this.db.manager, owner.email, request.ip);
        return this.attempts.try({ email: owner.email, method: 'passkey' }, facts, async () => {
          const answer = await this.findAnswer(request, text);
          // `owner` was read before: should they lose the passkey from here on, the session that follows is not valid.
          if (!(await answer?.spend())) throw notAccepted();
          return owner;
        });
      }),
    );
  }

  /** The answer, if it is right. Nothing is used up, so that a sign-in can look at it and at the password alike. */
  async findAnswer(request: Request, text: string): Promise<UnusedAnswer | null> {
    const passkey = await this.findPasskey(text);
    const signed = passkey && (await this.webAuthn.signed(request, passkey, text));
    if (!signed) return null;
    return { userId: passkey.userId, spend: () => this.spend(passkey, signed) };
  }

  private async spend(
    passkey: Passkey,
    { challenge, counter }: { challenge: string; counter: string },
  ): Promise<boolean> {
    return this.db.transaction(
      async (manager) => (await takeAnswer(manager, challenge)) && (await noteUse(manager, passkey, counter)),
    );
  }

  private async ownerOf(text: string): Promise<User | null> {
    const passkey = await this.findPasskey(text);
    return passkey && this.db.manager.findOneBy(User, { id: passkey.userId });
  }

  private async findPasskey(text: string): Promise<Passkey | null> {
    const credentialId = credentialIdOf(text);
    return credentialId === null ? null : this.db.manager.findOneBy(Passkey, { credentialId });
  }
}

/** Sets the counter, unless another sign-in has set it meanwhile: a copy of the passkey would count as it does. */
async function noteUse(manager: EntityManager, { id, counter: known }: Passkey, counter: string): Promise<boolean> {
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

function isKnown(): AppError {
  return conflict('PASSKEY_KNOWN', 'This passkey was added already.');
}

function tooMany(): AppError {
  return conflict('TOO_MANY_PASSKEYS', `You have ${PASSKEYS_MAX} passkeys, which is the most. Remove one first.`);
}
