import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Module, type Provider } from '@nestjs/common';
import type { Agency } from '../agencies/agency.entity.js';
import { publicOrigin } from '../agencies/agency.present.js';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { isToken } from '../platform/http/shapes.js';
import { ensureSessionSecret } from '../platform/storage/data-dir.js';
import type { ReviewLink } from './review-link.entity.js';

/**
 * Tokens of named links, and of those by which people choose a password. A token is derived from the link's id, how often it was
 * replaced, and the installation's secret, so that a later mail can hold it again although the database keeps its hash alone. After
 * a change of `SESSION_SECRET` the links that were sent still open, since their hashes stay.
 */
export class LinkTokens {
  constructor(private readonly secret: string) {}

  /** Gives a link the token that follows from this installation's secret: the one that it has, unless the secret has changed. */
  renew(link: ReviewLink): void {
    link.tokenHash = hashOfToken(this.tokenOf(link))!;
  }

  /** Gives a link another token. The one before opens nothing any more, and the new one was not opened yet. */
  replace(link: ReviewLink): void {
    Object.assign(link, { replaced: link.replaced + 1, firstOpenedAt: null, lastSeenAt: null });
    link.unlock();
    this.renew(link);
  }

  /** The token of the link with this id by which somebody chooses a password. */
  passwordTokenOf(id: string): string {
    return this.sign(`password ${id}`).subarray(0, 16).toString('base64url');
  }

  /** The address of a link; `null` if it does not follow from this installation's secret any more. */
  addressOf(link: ReviewLink, agency: Agency | null | undefined): string | null {
    const token = this.tokenOf(link);
    return hashOfToken(token) === link.tokenHash ? `${publicOrigin(agency) ?? link.origin}/r/${token}` : null;
  }

  /** What the cookie of a device holds on which this link's passcode was given; another passcode, or token, makes another one. */
  passOf(link: Protected): string {
    return this.sign(`pass ${nameOf(link)} ${link.passcodeHash}`).toString('base64url');
  }

  isPassOf(link: Protected, given: string | undefined): boolean {
    const [expected, actual] = [this.passOf(link), given ?? ''].map((text) => Buffer.from(text));
    return expected!.length === actual!.length && timingSafeEqual(expected!, actual!);
  }

  private tokenOf(link: Named): string {
    return this.sign(`link ${nameOf(link)}`)
      .subarray(0, 16)
      .toString('base64url');
  }

  private sign(text: string): Buffer {
    return createHmac('sha256', this.secret).update(text).digest();
  }
}

type Named = Pick<ReviewLink, 'id' | 'replaced'>;
type Protected = Pick<ReviewLink, 'id' | 'replaced' | 'passcodeHash'>;

/** Names a link with one of its tokens. The first one is named as before links could be replaced. */
function nameOf({ id, replaced }: Named): string {
  return replaced === 0 ? id : `${id} ${replaced}`;
}

/** What the database keeps of a token; `null` for a text that is none. */
export function hashOfToken(token: string): string | null {
  return isToken(token) ? createHash('sha256').update(token).digest('base64url') : null;
}

const provideLinkTokens: Provider = {
  provide: LinkTokens,
  inject: [CONFIG],
  useFactory: async ({ sessionSecret, dataDir }: Config) =>
    new LinkTokens(sessionSecret ?? (await ensureSessionSecret(dataDir))),
};

@Module({ providers: [provideLinkTokens], exports: [LinkTokens] })
export class LinkTokensModule {}
