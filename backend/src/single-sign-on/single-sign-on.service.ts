import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import * as client from 'openid-client';
import { DataSource } from 'typeorm';
import { requirePermission, type StaffActor } from '../access/actor.js';
import { isMainHost, staffOriginOf } from '../access/hosts.js';
import { appendRefusal } from '../audit/audit.js';
import { AuthService } from '../auth/auth.service.js';
import { allowPasswords, arePasswordsOff } from '../auth/password-sign-in.js';
import type { Config } from '../config.js';
import { hostName } from '../contract/host-name.js';
import type {
  BegunSignInView,
  FinishedSignInView,
  PasswordSignInBody,
  SingleLogoutView,
} from '../contract/single-sign-on.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError, conflict } from '../platform/http/errors.js';
import { networkOf } from '../platform/http/network.js';
import { Limits } from '../platform/limits/limits.js';
import { OperatorError } from '../platform/operator-error.js';
import { endSessions } from '../users/credentials.queries.js';
import { User } from '../users/user.entity.js';
import { lockUsers, requireStillSignedIn } from '../users/users.service.js';
import { saveAttempt, consumeAttempt, type SignInAttempt } from './attempts.queries.js';
import { readBrowserCookie, sendBrowserCookie } from './browser-cookie.js';
import { identityOf, isComplete, type Identity } from './identity.js';
import { findOrAddMember } from './members.js';
import { Provider, unavailable } from './provider.js';

/** The path to which the provider redirects back, also after a logout. It must be registered at the provider. */
const RETURN_PATH = '/login';

/** Signs people in by a provider of OpenID Connect: authorization code, PKCE, state and nonce. */
@Injectable()
export class SingleSignOnService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: Provider,
    private readonly auth: AuthService,
    private readonly limits: Limits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Begins a sign-in.
   * @returns the address of the provider's sign-in page
   * @throws AppError 404, 429, 503 PROVIDER_UNAVAILABLE
   */
  async begin(request: Request, { to }: { to?: string }): Promise<BegunSignInView> {
    const network = networkOf(request.ip);
    await this.limits.inTurn(network, () => this.limits.consume('signInBegun', network));
    const configuration = await this.provider.configuration();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const codeVerifier = client.randomPKCECodeVerifier();
    const origin = this.originOf(request);
    const attempt = { nonce, codeVerifier, origin, returnTo: pathOf(to) };
    await saveAttempt(this.db.manager, { state, browser: sendBrowserCookie(request) }, attempt);
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: `${origin}${RETURN_PATH}`,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href };
  }

  /**
   * Starts the session of a person who returns from the provider.
   * @param query query of the provider's redirect
   * @throws AppError 403 if the person may not sign in, 409 SIGN_IN_EXPIRED, 429, 502 PROVIDER_REFUSED, 503
   * PROVIDER_UNAVAILABLE
   */
  async finish(request: Request, { query }: { query: string }): Promise<FinishedSignInView> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const browser = readBrowserCookie(request) ?? '';
    const find = (): Promise<SignInAttempt | null> => consumeAttempt(this.db.manager, { state, browser });
    const attempt = await this.limits.find(networkOf(request.ip), find);
    if (!attempt) throw expired();
    const { person, logoutAddress } = await this.identify(attempt, { query, state });
    const user = await this.findOrAddMember(person);
    return {
      user: await this.auth.signIn(request, user, 'sso', { singleSignOn: { logoutAddress } }),
      to: attempt.returnTo,
    };
  }

  /** Ends the session here. @returns the address that ends the session at the provider; `null` if it offers none */
  async logout(request: Request): Promise<SingleLogoutView> {
    const address = (request.isAuthenticated() && request.session.singleSignOn?.logoutAddress) || null;
    await this.auth.logout(request);
    return { address };
  }

  /**
   * Switches signing in by password on or off. Switching it off ends all sessions except the caller's, including
   * sign-ins in progress.
   * @throws AppError 401, 403, 404, 409 SINGLE_SIGN_ON_NEEDED if the caller did not sign in by single sign-on
   */
  async allowPasswords(request: Request, { areAllowed }: PasswordSignInBody, by: StaffActor): Promise<void> {
    const { name } = this.provider.settings;
    if (!areAllowed && !request.session.singleSignOn) throw singleSignOnNeeded(name);
    await this.db.transaction(async (manager) => {
      await lockUsers(manager);
      requirePermission(await requireStillSignedIn(manager, by), 'settings.manage');
      if (areAllowed !== (await arePasswordsOff(manager, this.config))) return;
      await allowPasswords(manager, areAllowed, by);
      const users = areAllowed ? [] : await manager.find(User, { select: { id: true } });
      for (const { id } of users) {
        await endSessions(manager, { userId: id, kept: id === by.userId ? request.sessionID : null });
      }
    });
  }

  private async identify(
    { nonce, codeVerifier, origin }: SignInAttempt,
    { query, state }: { query: string; state: string },
  ): Promise<{ person: Identity; logoutAddress: string | null }> {
    const configuration = await this.provider.configuration();
    const returned = new URL(`${origin}${RETURN_PATH}`);
    returned.search = query;
    const checks = {
      pkceCodeVerifier: codeVerifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    };
    try {
      const tokens = await client.authorizationCodeGrant(configuration, returned, checks);
      const token = tokens.claims()!;
      const asksForInfo = !isComplete(token) && configuration.serverMetadata().userinfo_endpoint;
      const info = asksForInfo ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub) : undefined;
      const logoutAddress = logoutAddressOf(configuration, { idToken: tokens.id_token!, origin });
      return { person: identityOf(token, info), logoutAddress };
    } catch (error) {
      throw this.toAppError(error);
    }
  }

  /**
   * Returns the person's member of staff, and records refusals.
   * @throws AppError 403 if the person may not sign in
   */
  private async findOrAddMember(person: Identity): Promise<User> {
    try {
      return await this.db.transaction((manager) => findOrAddMember(manager, person, this.provider.settings));
    } catch (error) {
      if (error instanceof AppError && person.email !== null) {
        await appendRefusal(this.db.manager, { email: person.email, method: 'sso', reason: 'sso' });
      }
      if (!(error instanceof OperatorError)) throw error;
      this.provider.warn('Failed to add a member of staff', error);
      const message = 'Your account could not be made, since the configuration of single sign-on is wrong. ';
      throw new AppError(403, 'NOT_A_MEMBER', `${message}Ask the administrator of this system.`);
    }
  }

  /** Converts an error to one with our own sentence: texts of the provider are not shown. */
  private toAppError(error: unknown): AppError {
    const isAnswer = error instanceof client.AuthorizationResponseError;
    if (isAnswer && error.error === 'access_denied') return cancelled();
    this.provider.warn('Failed to sign somebody in', error);
    const isUnavailable = error instanceof TypeError || (error instanceof client.ClientError && isOutage(error));
    return isUnavailable || (isAnswer && error.error === 'temporarily_unavailable') ? unavailable() : refused();
  }

  /** Returns the origin that the browser states, if it is a main host: a proxy in front may state another host. */
  private originOf(request: Request): string {
    const origin = request.get('Origin');
    const isOurs =
      origin !== undefined && URL.canParse(origin) && isMainHost(hostName(new URL(origin).hostname), this.config);
    return isOurs ? new URL(origin).origin : staffOriginOf(this.config, request);
  }
}

/** Returns the address at which a browser ends the session at the provider; `null` if it offers none. */
function logoutAddressOf(
  configuration: client.Configuration,
  { idToken, origin }: { idToken: string; origin: string },
): string | null {
  if (!configuration.serverMetadata().end_session_endpoint) return null;
  const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${origin}${RETURN_PATH}` };
  return client.buildEndSessionUrl(configuration, parameters).href;
}

/**
 * Returns the requested path if it is within this product, otherwise `/`, so that no link redirects to another site.
 */
function pathOf(to = '/'): string {
  const base = 'http://here';
  const isPath = to.startsWith('/') && URL.canParse(to, base) && new URL(to, base).origin === base;
  return isPath ? to : '/';
}

/** Whether an error means that the provider did not answer. */
function isOutage({ code, cause }: client.ClientError): boolean {
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || cause instanceof TypeError;
}

function expired(): AppError {
  const message = 'This sign-in was used already, took too long, or began in another browser. Please begin again.';
  return conflict('SIGN_IN_EXPIRED', message);
}

function cancelled(): AppError {
  const message = 'The sign-in was cancelled, or the provider does not let you use this product.';
  return new AppError(403, 'SIGN_IN_CANCELLED', message);
}

function refused(): AppError {
  const message = 'The answer of the provider could not be accepted. Please try again, or tell the administrator.';
  return new AppError(502, 'PROVIDER_REFUSED', message);
}

function singleSignOnNeeded(name: string): AppError {
  const message = `Sign in by “${name}” first, which shows that it works. Then you can switch passwords off.`;
  return conflict('SINGLE_SIGN_ON_NEEDED', message);
}
