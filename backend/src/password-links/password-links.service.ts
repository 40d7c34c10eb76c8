import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { VISITOR } from '../access/actor.js';
import { appendAudit, asActor, becameAll, userTarget } from '../audit/audit.js';
import { hashPassword } from '../users/passwords.js';
import { requirePasswords } from '../auth/password-sign-in.js';
import { endSessions } from '../users/credentials.queries.js';
import { staffOrigin } from '../access/hosts.js';
import type { Config } from '../config.js';
import type { PasswordLinkView, PasswordResetsView, UsePasswordLinkBody } from '../contract/password-links.js';
import { Outbox } from '../mail/outbox.js';
import { CONFIG } from '../platform/config.module.js';
import { publish } from '../platform/events/publish.js';
import { AppError, conflict } from '../platform/http/errors.js';
import { networkOf } from '../platform/http/network.js';
import { Limits } from '../platform/limits/limits.js';
import { Mailer } from '../platform/mail/mailer.js';
import { hashOfToken, SignedTokens } from '../platform/tokens/signed-tokens.js';
import { User } from '../users/user.entity.js';
import { describeRights } from '../users/rights-in-words.js';
import { insertUser, lockUsers } from '../users/users.service.js';
import { rightsOfInvitation } from './invitation.js';
import { issueLink, whereOpen } from './issue-link.js';
import { PasswordLink } from './password-link.entity.js';

/**
 * Minimum duration of a request for a link, in milliseconds: longer than the work for an existing account, so that
 * time tells nothing.
 */
const ANSWER_MS = 300;

/** Lets people without a session choose a password: by an invitation, or if they forgot theirs. */
@Injectable()
export class PasswordLinksService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: SignedTokens,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly limits: Limits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  resets(): PasswordResetsView {
    return { sendsMails: this.mailer.isConfigured };
  }

  /**
   * Mails the user with this e-mail, if there is one, a link to a new password; an earlier one ends. The answer, and
   * the time it takes, are the same for all addresses.
   * @throws AppError 403 PASSWORDS_OFF, 409 NO_MAIL_SERVER, 429
   */
  async requestReset(email: string, ip: string | undefined): Promise<void> {
    await requirePasswords(this.db.manager, this.config);
    if (!this.mailer.isConfigured) {
      const message = 'This system sends no mail. Please ask its administrator for a link to a new password.';
      throw conflict('NO_MAIL_SERVER', message);
    }
    const network = networkOf(ip);
    await this.limits.inTurn(network, () => this.limits.consume('passwordReset', network));
    // Using this limit up for another person's account only sends links to that person.
    await this.limits.consume('passwordResetByAll', email);
    await Promise.all([this.mailReset(email), setTimeout(ANSWER_MS)]);
  }

  /** The link with this token. @throws AppError 404 if it is not valid, 429 after too many of these */
  async view(token: string, ip: string | undefined): Promise<PasswordLinkView> {
    return this.getOpen(token, ip, ({ kind, email, name, expiresAt }) => {
      return { kind, email, name, expiresAt: expiresAt.toISOString() };
    });
  }

  /**
   * Sets the password, adds an invited user, and ends the link and all sessions of the user.
   * @throws AppError 403 PASSWORDS_OFF, 404 if the link does not open, 429 after too many of those
   */
  async use({ token, password, name }: UsePasswordLinkBody, ip: string | undefined): Promise<User> {
    await requirePasswords(this.db.manager, this.config);
    // Checked before as well: a wrong token must not cost a hash, and a right one few, however often it is sent at
    // once.
    const { tokenHash, passwordHash } = await this.getOpen(token, ip, async (link) => {
      return { tokenHash: link.tokenHash, passwordHash: await hashPassword(password) };
    });
    return this.db.transaction(async (manager) => {
      await lockUsers(manager);
      const link = await manager.findOneBy(PasswordLink, whereOpen({ tokenHash }));
      if (!link) throw doesNotOpen();
      await manager.delete(PasswordLink, { id: link.id });
      const user = await savePassword(manager, link, { passwordHash, ...(name && { name }) });
      await publish(manager, 'user.changed', { id: user.id });
      return user;
    });
  }

  private async mailReset(email: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      const user = await manager.findOneBy(User, { email });
      if (!user) return;
      const link = { kind: 'reset', email, userId: user.id, origin: staffOrigin(this.config) } as const;
      const { id } = await issueLink(manager, this.tokens, link);
      const dedupeKey = `reset:${id}`;
      const mail = { kind: 'lostPassword', to: email, language: 'en', dedupeKey, userId: user.id } as const;
      await manager.update(PasswordLink, { id }, { mailId: await this.outbox.add(manager, mail) });
      await appendAudit(manager, VISITOR, { action: 'password.reset_asked', target: userTarget(user) });
    });
  }

  /** Finds a valid link and calls `work` with it, within the limit of look-ups. @throws AppError 404, 429 */
  private async getOpen<T>(
    token: string,
    ip: string | undefined,
    make: (link: PasswordLink) => T,
  ): Promise<Awaited<T>> {
    const network = networkOf(ip);
    const made = await this.limits.find(network, async () => {
      const tokenHash = hashOfToken(token);
      if (tokenHash === null) return null;
      await this.limits.consume('linkRead', `${tokenHash} ${network}`);
      const link = await this.db.manager.findOneBy(PasswordLink, whereOpen({ tokenHash }));
      return link && { of: await make(link) };
    });
    if (!made) throw doesNotOpen();
    return made.of;
  }
}

async function savePassword(
  manager: EntityManager,
  link: PasswordLink,
  chosen: { passwordHash: string; name?: string },
): Promise<User> {
  const { email, name, userId: id } = link;
  if (id === null) {
    const user = await insertUser(manager, { email, name, ...chosen }, await rightsOfInvitation(manager, link));
    const changes = becameAll(await describeRights(manager, user.id));
    await appendAudit(manager, asActor(user), { action: 'user.joined', target: userTarget(user), changes });
    return user;
  }
  await manager.update(User, { id }, chosen);
  await endSessions(manager, { userId: id });
  const user = await manager.findOneByOrFail(User, { id });
  await appendAudit(manager, asActor(user), { action: 'password.reset', target: userTarget(user) });
  return user;
}

/** The same for every link that does not open, so that it does not say which accounts exist. */
function doesNotOpen(): AppError {
  const message =
    'This link does not open any more: it was used or replaced, or has expired. Please ask for a new one.';
  return new AppError(404, 'NOT_FOUND', message);
}
