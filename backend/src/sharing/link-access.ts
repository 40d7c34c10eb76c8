import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';
import { WRONG_PASSCODES_MAX } from '../contract/limits.js';
import type { LinkState } from '../contract/links.js';
import { isPassword } from '../users/passwords.js';
import { publish } from '../platform/events/publish.js';
import { AppError, notFound } from '../platform/http/errors.js';
import { Limits } from '../platform/limits/limits.js';
import { hashOfToken } from '../platform/tokens/signed-tokens.js';
import { LinkTokens } from './link-tokens.js';
import { countPasscode, linkLocked, lockLink, uncountPasscode } from './passcode-lock.js';
import { ReviewLink } from './review-link.entity.js';

/** A named link that somebody opened, as far as it matters for what they may see and do. */
export interface NamedLink {
  id: string;
  reviewer: { id: string; name: string; language: Language };
  clientId: string;
  /** What it opens; `null` for all that is shared with the client. */
  reviewId: string | null;
  mayDecide: boolean;
  state: LinkState;
  expiresAt: Date | null;
  /** Whether its passcode is still to be given on this device. */
  needsPasscode: boolean;
  /** Whether it takes no passcode until staff unlock it. */
  isLocked: boolean;
  /** What this device shows of a passcode that was given; `undefined` for nothing. */
  pass: string | undefined;
  tokenHash: string;
}

/** Finds named links by their tokens, checks their passcodes, and notes that they were opened. */
@Injectable()
export class LinkAccess {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly limits: Limits,
  ) {}

  /**
   * The link with this token.
   * @param cookies header of the request, in which a device shows that the passcode was given
   */
  async find(token: string, cookies: string | undefined): Promise<NamedLink | null> {
    const link = await this.findRow(token);
    return link && this.toNamed(link, cookieOf(cookies, link.id));
  }

  /**
   * The same link as it is now, which it stays until the transaction ends; `null` if it is gone, or was replaced. Called once
   * what it opens is locked, since links are locked last.
   * @param mode `pessimistic_write` for a transaction that changes it
   */
  async lock(
    manager: EntityManager,
    { id, tokenHash, pass }: NamedLink,
    mode: 'pessimistic_read' | 'pessimistic_write' = 'pessimistic_read',
  ): Promise<NamedLink | null> {
    const link = await manager.findOne(ReviewLink, {
      where: { id, tokenHash },
      relations: { reviewer: true },
      lock: { mode, tables: ['review_links'] },
    });
    return link && this.toNamed(link, pass);
  }

  /**
   * Checks a passcode. After 50 wrong ones in all, the link takes none until staff unlock it.
   * @returns the cookie that shows on this device that it was given
   * @throws AppError 403 WRONG_PASSCODE, LINK_LOCKED, 404 unless the link opens, 429 after too many wrong ones
   */
  async givePasscode(token: string, passcode: string, network: string): Promise<{ name: string; value: string }> {
    const link = await this.findRow(token);
    if (!link || stateOf(link) !== 'open') throw notFound('Link');
    if (link.passcodeHash !== '')
      await this.limits.attempt([{ limit: 'passcode', key: `${link.id} ${network}` }], () =>
        this.check(link, passcode),
      );
    return { name: cookieName(link.id), value: this.tokens.passOf(link) };
  }

  /** @throws AppError 403 WRONG_PASSCODE, LINK_LOCKED */
  private async check({ id, passcodeHash }: ReviewLink, passcode: string): Promise<void> {
    const { manager } = this.db;
    const count = await countPasscode(manager, id);
    const isRight = count !== null && (await isPassword(passcode, passcodeHash));
    if (isRight) return uncountPasscode(manager, id);
    if (count === null || count === WRONG_PASSCODES_MAX) await manager.transaction((within) => lockLink(within, id));
    throw count === null ? linkLocked() : wrongPasscode();
  }

  /** Notes that its holder looked at it now. @throws AppError 403 unless it opens, 404 if it is gone */
  async seen(link: NamedLink): Promise<void> {
    await this.db.transaction(async (manager) => {
      const current = await this.lock(manager, link, 'pessimistic_write');
      if (!current) throw notFound('Link');
      requireWorking(current);
      const { affected } = await manager
        .createQueryBuilder()
        .update(ReviewLink)
        .set({ firstOpenedAt: () => 'COALESCE("firstOpenedAt", now())', lastSeenAt: () => 'now()' })
        .where({ id: link.id })
        .andWhere(`("lastSeenAt" IS NULL OR "lastSeenAt" < now() - interval '1 minute')`)
        .execute();
      if (affected) await publish(manager, 'sharing.changed', { clientId: link.clientId, reviewId: link.reviewId });
    });
  }

  private toNamed(link: ReviewLink, pass: string | undefined): NamedLink {
    const { id, tokenHash, reviewId, mayDecide, expiresAt, passcodeHash } = link;
    const { clientId, ...reviewer } = link.reviewer!;
    return {
      id,
      reviewer: { id: reviewer.id, name: reviewer.name, language: reviewer.language },
      clientId,
      reviewId,
      mayDecide,
      state: stateOf(link),
      expiresAt,
      needsPasscode: passcodeHash !== '' && !this.tokens.isPassOf(link, pass),
      isLocked: link.lockedAt !== null,
      pass,
      tokenHash,
    };
  }

  private async findRow(token: string): Promise<ReviewLink | null> {
    const tokenHash = hashOfToken(token);
    if (tokenHash === null) return null;
    return this.db.manager.findOne(ReviewLink, { where: { tokenHash }, relations: { reviewer: true } });
  }
}

/** Whether the link opens now. */
export function stateOf({ revokedAt, expiresAt }: Pick<ReviewLink, 'revokedAt' | 'expiresAt'>): LinkState {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
}

/** @throws AppError 403 unless the link opens now */
export function requireWorking({ state, needsPasscode }: Pick<NamedLink, 'state' | 'needsPasscode'>): void {
  if (state === 'revoked') throw linkClosed();
  if (state === 'expired') throw new AppError(403, 'LINK_EXPIRED', 'This link has expired. Please ask for a new one.');
  if (needsPasscode) throw new AppError(403, 'PASSCODE_REQUIRED', 'Please enter the passcode of this link first.');
}

/** 403 for a link that staff closed. */
export function linkClosed(): AppError {
  return new AppError(403, 'LINK_CLOSED', 'This link was closed. Please ask for a new one.');
}

function wrongPasscode(): AppError {
  return new AppError(403, 'WRONG_PASSCODE', 'This is not the passcode of this link.');
}

function cookieName(linkId: string): string {
  return `gmb.link.${linkId}`;
}

function cookieOf(cookies: string | undefined, linkId: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${cookieName(linkId)}=([\\w-]+)`, 'u').exec(cookies ?? '')?.[1];
}
