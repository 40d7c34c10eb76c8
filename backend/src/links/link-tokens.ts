import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Module, type Provider } from '@nestjs/common';
import type { Agency } from '../agencies/agency.entity.js';
import { publicOrigin } from '../agencies/agency.present.js';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { ensureSessionSecret } from '../platform/storage/data-dir.js';
import type { ReviewLink } from './review-link.entity.js';

/** Shape of a token: 128 bits, base64url. */
const TOKEN = /^[\w-]{22}$/u;

/**
 * Tokens of named links, and of those by which people choose a password. A token is derived from the link's id and the installation's secret, so that a later mail can hold
 * it again although the database keeps its hash alone. After a change of `SESSION_SECRET` the links that were sent still
 * open, since their hashes stay.
 */
export class LinkTokens {
  constructor(private readonly secret: string) {}

  /** The token of the link with this id. */
  tokenOf(id: string): string {
    return this.sign(`link ${id}`).subarray(0, 16).toString('base64url');
  }

  /** The token of the link with this id by which somebody chooses a password. */
  passwordTokenOf(id: string): string {
    return this.sign(`password ${id}`).subarray(0, 16).toString('base64url');
  }

  /** The address of a link; `null` if it does not follow from this installation's secret any more. */
  addressOf({ id, tokenHash, origin }: ReviewLink, agency: Agency | null | undefined): string | null {
    const token = this.tokenOf(id);
    return hashOfToken(token) === tokenHash ? `${publicOrigin(agency) ?? origin}/r/${token}` : null;
  }

  /** What the cookie of a device holds on which this link's passcode was given; another passcode makes another one. */
  passOf({ id, passcodeHash }: { id: string; passcodeHash: string }): string {
    return this.sign(`pass ${id} ${passcodeHash}`).toString('base64url');
  }

  isPassOf(link: { id: string; passcodeHash: string }, given: string | undefined): boolean {
    const [expected, actual] = [this.passOf(link), given ?? ''].map((text) => Buffer.from(text));
    return expected!.length === actual!.length && timingSafeEqual(expected!, actual!);
  }

  private sign(text: string): Buffer {
    return createHmac('sha256', this.secret).update(text).digest();
  }
}

/** What the database keeps of a token; `null` for a text that is none. */
export function hashOfToken(token: string): string | null {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest('base64url') : null;
}

const provideLinkTokens: Provider = {
  provide: LinkTokens,
  inject: [CONFIG],
  useFactory: async ({ sessionSecret, dataDir }: Config) =>
    new LinkTokens(sessionSecret ?? (await ensureSessionSecret(dataDir))),
};

@Module({ providers: [provideLinkTokens], exports: [LinkTokens] })
export class LinkTokensModule {}
