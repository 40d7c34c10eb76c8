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
import { countPasscodeAttempt, linkLocked, lockLink, uncountPasscodeAttempt } from './passcode-lock.js';
import { ReviewLink } from './review-link.entity.js';

/** A named link that somebody opened, with what decides about their access. */
export interface NamedLink {
  id: string;
  reviewer: { id: string; name: string; language: Language };
  clientId: string;
  /** The review that it opens; `null` for the portal, which lists all that is shared with the client. */
  reviewId: string | null;
  mayDecide: boolean;
  state: LinkState;
  expiresAt: Date | null;
  /** Whether the passcode has to be entered on this device. */
  needsPasscode: boolean;
  /** Whether no passcode is accepted until staff unlock the link. */
  isLocked: boolean;
  /** Value of the cookie that proves that the passcode was entered on this device, unverified. */
  passcodeProof: string | undefined;
  tokenHash: string;
}

/** Finds named links by their tokens, checks passcodes, and records that links were opened. */
@Injectable()
export class LinkAccess {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly limits: Limits,
  ) {}

  /**
   * The link with this token.
   * @param cookies header of the request, which may prove that the passcode was entered on this device
   */
  async find(token: string, cookies: string | undefined): Promise<NamedLink | null> {
    const link = await this.findRow(token);
    return link && this.toNamedLink(link, cookieValue(cookies, link.id));
  }

  /**
   * Locks the link until the transaction ends and returns its current state; `null` if it was deleted or replaced.
   * Lock what the link opens first, since links are locked last.
   * @param mode `pessimistic_write` if the transaction changes the link
   */
  async lock(
    manager: EntityManager,
    { id, tokenHash, passcodeProof }: NamedLink,
    mode: 'pessimistic_read' | 'pessimistic_write' = 'pessimistic_read',
  ): Promise<NamedLink | null> {
    const link = await manager.findOne(ReviewLink, {
      where: { id, tokenHash },
      relations: { reviewer: true },
      lock: { mode, tables: ['review_links'] },
    });
    return link && this.toNamedLink(link, passcodeProof);
  }

  /**
   * Checks a passcode. After 50 wrong ones in total, the link is locked until staff unlock it.
   * @returns the cookie that proves on this device that the passcode was entered
   * @throws AppError 403 WRONG_PASSCODE, LINK_LOCKED, 404 unless the link is open, 429 after too many wrong ones
   */
  async givePasscode(token: string, passcode: string, network: string): Promise<{ name: string; value: string }> {
    const link = await this.findRow(token);
    if (!link || stateOf(link) !== 'open') throw notFound('Link');
    if (link.passcodeHash !== '')
      await this.limits.attempt([{ limit: 'passcode', key: `${link.id} ${network}` }], () =>
        this.checkPasscode(link, passcode),
      );
    return { name: cookieName(link.id), value: this.tokens.passcodeProofOf(link) };
  }

  /** @throws AppError 403 WRONG_PASSCODE, LINK_LOCKED */
  private async checkPasscode({ id, passcodeHash }: ReviewLink, passcode: string): Promise<void> {
    const { manager } = this.db;
    const count = await countPasscodeAttempt(manager, id);
    const isRight = count !== null && (await isPassword(passcode, passcodeHash));
    if (isRight) return uncountPasscodeAttempt(manager, id);
    if (count === null || count === WRONG_PASSCODES_MAX) await manager.transaction((within) => lockLink(within, id));
    throw count === null ? linkLocked() : wrongPasscode();
  }

  /**
   * Records that the reviewer opened the link, once a minute at most.
   * @throws AppError 403 unless it is open, 404 if it is gone
   */
  async recordOpened(link: NamedLink): Promise<void> {
    await this.db.transaction(async (manager) => {
      const current = await this.lock(manager, link, 'pessimistic_write');
      if (!current) throw notFound('Link');
      requireUsableLink(current);
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

  private toNamedLink(link: ReviewLink, passcodeProof: string | undefined): NamedLink {
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
      needsPasscode: passcodeHash !== '' && !this.tokens.isPasscodeProof(link, passcodeProof),
      isLocked: link.lockedAt !== null,
      passcodeProof,
      tokenHash,
    };
  }

  private async findRow(token: string): Promise<ReviewLink | null> {
    const tokenHash = hashOfToken(token);
    if (tokenHash === null) return null;
    return this.db.manager.findOne(ReviewLink, { where: { tokenHash }, relations: { reviewer: true } });
  }
}

/** The current state of a link. */
export function stateOf({ revokedAt, expiresAt }: Pick<ReviewLink, 'revokedAt' | 'expiresAt'>): LinkState {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
}

/** @throws AppError 403 unless the link is open and its passcode was entered */
export function requireUsableLink({ state, needsPasscode }: Pick<NamedLink, 'state' | 'needsPasscode'>): void {
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

function cookieValue(cookies: string | undefined, linkId: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${cookieName(linkId)}=([\\w-]+)`, 'u').exec(cookies ?? '')?.[1];
}
