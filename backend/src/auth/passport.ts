import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportSerializer, PassportStrategy } from '@nestjs/passport';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { DataSource } from 'typeorm';
import { setActor, staffActor } from '../access/actor.js';
import type { Config } from '../config.js';
import { LoginBody } from '../contract/auth.js';
import { CONFIG } from '../platform/config.module.js';
import { networkOf } from '../platform/http/network.js';
import { AppError } from '../platform/http/errors.js';
import { validationPipe } from '../platform/http/validation.js';
import { Limits } from '../platform/limits/limits.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { isPassword } from '../users/passwords.js';
import { factorRequired, FactorsService } from './factors.service.js';
import type { OpenResponses } from './open-responses.js';
import { PasskeysService } from './passkeys.service.js';
import { requirePasswords } from './password-sign-in.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { findSignInFacts } from './sign-in-networks.js';

/** Checks e-mail and password, and a code or a passkey if the account has a second factor. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly users: UsersService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
  ) {
    super({ usernameField: 'email', passReqToCallback: true });
  }

  /**
   * The second factor is checked first and used up last, so that neither the response nor its time tells which one
   * was wrong.
   * @throws AppError 401, the same for known and unknown e-mails
   */
  async validate(request: Request, email: string, password: string): Promise<User> {
    const body = request.body as LoginBody;
    const user = await this.users.findByEmail(email);
    const hasFactor = await this.factors.hasFactor(email);
    const redeem = user && (await this.findFactor(request, user, body));
    const isRight = await isPassword(password, user?.passwordHash);
    if (user && isRight && (!hasFactor || (await redeem?.()))) return user;
    throw new AppError(401, 'WRONG_CREDENTIALS', WRONG[methodOf(body)]);
  }

  /**
   * Checks the second factor of a sign-in.
   * @returns a function that uses it up; `null` if it is not a valid one of this user
   */
  private async findFactor(
    request: Request,
    user: User,
    { code, passkey }: LoginBody,
  ): Promise<(() => Promise<boolean>) | null> {
    if (code) return this.factors.findCode(user, code);
    const answer = passkey ? await this.passkeys.findAnswer(request, passkey) : null;
    return answer?.userId === user.id ? answer.redeem : null;
  }
}

/** Returns the factors that a sign-in uses. A passkey is ignored if there is a code. */
function methodOf({ code, passkey }: LoginBody): keyof typeof WRONG {
  if (code) return 'code';
  return passkey ? 'passwordAndPasskey' : 'password';
}

const WRONG = {
  password: 'The e-mail or the password is wrong.',
  code: 'The e-mail, the password or the code is wrong.',
  passwordAndPasskey: 'The e-mail, the password or the passkey is wrong.',
};

/** Requires a body with the right e-mail and password, and sets `request.user`. */
@Injectable()
export class LocalAuthGuard extends AuthGuard('local') {
  private readonly pipe = validationPipe();

  constructor(
    private readonly limits: Limits,
    private readonly db: DataSource,
    private readonly attempts: SignInAttempts,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  /**
   * @throws AppError 400, 401 WRONG_CREDENTIALS, SECOND_FACTOR_REQUIRED, 403 PASSWORDS_OFF, 429 after too many
   * failures
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    // The body is validated here, because guards run before the pipes of the route.
    const body = (await this.pipe.transform(request.body, { type: 'body', metatype: LoginBody })) as LoginBody;
    request.body = body;
    await requirePasswords(this.db.manager, this.config);
    const network = networkOf(request.ip);
    const signIn = async (): Promise<boolean> => Boolean(await super.canActivate(context));
    // The limit of the network comes first: a refused network causes no look-ups and does not count for the account.
    const isSignedIn = await this.limits.inTurn(network, () =>
      this.limits.attempt([{ limit: 'login', key: network }], async () => {
        const facts = await findSignInFacts(this.db.manager, body.email, request.ip);
        const method = methodOf(body);
        // The password is not checked yet, so that this response does not tell whether it is right.
        if (facts.hasFactor && method === 'password') return false;
        return this.attempts.try({ email: body.email, method }, facts, signIn);
      }),
    );
    if (isSignedIn) return true;
    await this.limits.consume('codeAsked', network);
    throw factorRequired();
  }
}

/**
 * Stores the user's id in the session. `sessionUser` loads the user, because a serializer does not get the request
 * and cannot compare the session's credential version.
 */
@Injectable()
export class SessionSerializer extends PassportSerializer {
  serializeUser({ id }: User, done: (error: null, id: string) => void): void {
    done(null, id);
  }

  deserializeUser(id: string, done: (error: null, user: { id: string }) => void): void {
    done(null, { id });
  }
}

/** Sets `request.user` and `request.actor` by a valid session, with one query per request. */
export function sessionUser(users: UsersService, answers: OpenResponses): RequestHandler[] {
  const loadUser: RequestHandler = async (request, _response, next) => {
    if (request.user) {
      answers.addRead(request, (request.user as Pick<User, 'id'>).id);
      const user = await users.findBySession(request.sessionID);
      request.user = user ?? undefined;
      if (user) setActor(request, staffActor(user));
    }
    next();
  };
  return [passport.session() as RequestHandler, loadUser];
}
