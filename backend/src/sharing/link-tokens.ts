import { timingSafeEqual } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import type { Agency } from '../agencies/agency.entity.js';
import { publicOrigin } from '../agencies/agency.present.js';
import { hashOfToken, SignedTokens, SignedTokensModule } from '../platform/tokens/signed-tokens.js';
import type { ReviewLink } from './review-link.entity.js';

/** Tokens of named links: each follows from the link's id and how often it was replaced (`SignedTokens`). */
@Injectable()
export class LinkTokens {
  constructor(private readonly tokens: SignedTokens) {}

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

  /** Opens a revoked link again, with another token. */
  restore(link: ReviewLink): void {
    link.restore();
    this.replace(link);
  }

  /** The address of a link; `null` if it does not follow from this installation's secret any more. */
  addressOf(link: ReviewLink, agency: Agency | null | undefined): string | null {
    const token = this.tokenOf(link);
    return hashOfToken(token) === link.tokenHash ? `${publicOrigin(agency) ?? link.origin}/r/${token}` : null;
  }

  /** What the cookie of a device holds on which this link's passcode was given; another passcode, or token, makes another one. */
  passOf(link: Protected): string {
    return this.tokens.sign(`pass ${nameOf(link)} ${link.passcodeHash}`).toString('base64url');
  }

  isPassOf(link: Protected, given: string | undefined): boolean {
    const [expected, actual] = [this.passOf(link), given ?? ''].map((text) => Buffer.from(text));
    return expected!.length === actual!.length && timingSafeEqual(expected!, actual!);
  }

  private tokenOf(link: Named): string {
    return this.tokens.tokenOf(`link ${nameOf(link)}`);
  }
}

type Named = Pick<ReviewLink, 'id' | 'replaced'>;
type Protected = Pick<ReviewLink, 'id' | 'replaced' | 'passcodeHash'>;

/** Names a link with one of its tokens. The first one is named as before links could be replaced. */
function nameOf({ id, replaced }: Named): string {
  return replaced === 0 ? id : `${id} ${replaced}`;
}

@Module({ imports: [SignedTokensModule], providers: [LinkTokens], exports: [LinkTokens] })
export class LinkTokensModule {}
