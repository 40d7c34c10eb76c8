import { Injectable, Logger, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportSerializer, PassportStrategy } from '@nestjs/passport';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { DataSource } from 'typeorm';
import { setActor, staffActor } from '../access/actor.js';
import { appendRefusal } from '../audit/audit.js';
import { LoginBody } from '../contract/auth.js';
import { networkOf } from '../platform/http/network.js';
import { AppError } from '../platform/http/errors.js';
import { validationPipe } from '../platform/http/validation.js';
import { Limits, type Count } from '../platform/limits/limits.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { isPassword } from '../users/passwords.js';
import { codeRequired, FactorsService } from './factors.service.js';
import type { OpenAnswers } from './open-answers.js';
import { findSignInFacts, type SignInFacts } from './sign-in-networks.js';

/** Checks e-mail and password, and a code where the account has a second factor. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly users: UsersService,
    private readonly factors: FactorsService,
  ) {
    super({ usernameField: 'email', passReqToCallback: true });
  }

  /**
   * The code is looked at first and used up last, so that no answer, and no time that one takes, says which of both was wrong.
   * @throws AppError 401, the same for known and unknown e-mails
   */
  async validate({ body }: Request, email: string, password: string): Promise<User> {
    const { code } = body as LoginBody;
    const user = await this.users.findByEmail(email);
    const unused = user && code ? await this.factors.findCode(user, code) : null;
    const isRight = await isPassword(password, user?.passwordHash);
    const needsCode = Boolean(user?.authenticatorKey);
    if (user && isRight && (!needsCode || (await unused?.()))) return user;
    const wrong = code ? 'The e-mail, the password or the code is wrong.' : 'The e-mail or the password is wrong.';
    throw new AppError(401, 'WRONG_CREDENTIALS', wrong);
  }
}

/** Requires a body with the right e-mail and password, and sets `request.user`. */
@Injectable()
export class LocalAuthGuard extends AuthGuard('local') {
  private readonly pipe = validationPipe();
  private readonly logger = new ThrottledLogger(new Logger('Audit'));

  constructor(
    private readonly limits: Limits,
    private readonly db: DataSource,
  ) {
    super();
  }

  /** @throws AppError 400, 401 WRONG_CREDENTIALS, SECOND_FACTOR_REQUIRED, 429 after too many failures */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    // Guards run before the pipes of the route.
    const body = (await this.pipe.transform(request.body, { type: 'body', metatype: LoginBody })) as LoginBody;
    request.body = body;
    const network = networkOf(request.ip);
    const signIn = async (): Promise<boolean> => Boolean(await super.canActivate(context));
    // The network comes first: once it is refused, its attempts cost no look-up, and no longer count for the account.
    const isDone = await this.limits.inTurn(network, () =>
      this.limits.attempt([{ limit: 'login', key: network }], async () => {
        const facts = await findSignInFacts(this.db.manager, body.email, request.ip);
        // The password is not looked at: who sends a wrong one is asked for a code like everybody.
        if (facts.hasFactor && !body.code) return false;
        const attempt = this.limits.attempt(countsOfAccount(body, facts), signIn);
        return attempt.catch((error: unknown) => this.noteRefusal(body, error));
      }),
    );
    if (isDone) return true;
    await this.limits.consume('codeAsked', network);
    throw codeRequired();
  }

  /**
   * In the background, so that the time of the answer does not say whether the account exists. What a network is refused alone is not
   * noted: it costs no look-up.
   */
  private noteRefusal({ email, code }: LoginBody, error: unknown): never {
    if (error instanceof AppError && error.getStatus() < 500) {
      const reason = error.getStatus() === 429 ? 'throttled' : 'credentials';
      const refusal = { email, method: code ? 'code' : 'password', reason } as const;
      appendRefusal(this.db.manager, refusal).catch((failure: unknown) =>
        this.logger.warn(`Failed to note a refused sign-in: ${String(failure)}; the audit log lacks it`),
      );
    }
    throw error;
  }
}

/** Networks from which the account signed in before do not count for it, so that others cannot lock its owner out. */
function countsOfAccount({ email, code }: LoginBody, { isFromKnownNetwork }: SignInFacts): Count[] {
  if (isFromKnownNetwork) return [];
  const counts: Count[] = [{ limit: 'loginByAll', key: email }];
  return code ? [...counts, { limit: 'codeByAll', key: email }] : counts;
}

/**
 * Stores the user's id in the session. `sessionUser` loads the user: a serializer does not get the request, and so cannot
 * compare the credential version of its session.
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
export function sessionUser(users: UsersService, answers: OpenAnswers): RequestHandler[] {
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
