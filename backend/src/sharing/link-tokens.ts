import { timingSafeEqual } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import type { Agency } from '../agencies/agency.entity.js';
import { publicOrigin } from '../agencies/agency.present.js';
import { hashOfToken, SignedTokens, SignedTokensModule } from '../platform/tokens/signed-tokens.js';
import type { ReviewLink } from './review-link.entity.js';

/**
 * Tokens of named links, derived from the link's id, its number of replacements and the installation's secret
 * (`SignedTokens`).
 */
@Injectable()
export class LinkTokens {
  constructor(private readonly tokens: SignedTokens) {}

  /**
   * Sets the hash of the link's token. It differs from the stored one only if the installation's secret has changed.
   */
  assignToken(link: ReviewLink): void {
    link.tokenHash = hashOfToken(this.tokenOf(link))!;
  }

  /** Gives a link a new token. The old token stops working; the link counts as not opened. */
  replace(link: ReviewLink): void {
    Object.assign(link, { replaced: link.replaced + 1, firstOpenedAt: null, lastSeenAt: null });
    link.unlock();
    this.assignToken(link);
  }

  /** Restores a revoked link, with a new token. */
  restore(link: ReviewLink): void {
    link.restore();
    this.replace(link);
  }

  /** The URL of a link; `null` if the installation's secret has changed since its token was made. */
  addressOf(link: ReviewLink, agency: Agency | null | undefined): string | null {
    const token = this.tokenOf(link);
    return hashOfToken(token) === link.tokenHash ? `${publicOrigin(agency) ?? link.origin}/r/${token}` : null;
  }

  /** The value of the cookie that proves that the passcode was entered. A new passcode or token invalidates it. */
  passcodeProofOf(link: PasscodeParts): string {
    return this.tokens.sign(`pass ${tokenName(link)} ${link.passcodeHash}`).toString('base64url');
  }

  isPasscodeProof(link: PasscodeParts, given: string | undefined): boolean {
    const [expected, actual] = [this.passcodeProofOf(link), given ?? ''].map((text) => Buffer.from(text));
    return expected!.length === actual!.length && timingSafeEqual(expected!, actual!);
  }

  private tokenOf(link: TokenParts): string {
    return this.tokens.tokenOf(`link ${tokenName(link)}`);
  }
}

type TokenParts = Pick<ReviewLink, 'id' | 'replaced'>;
type PasscodeParts = Pick<ReviewLink, 'id' | 'replaced' | 'passcodeHash'>;

/**
 * The text that a token is derived from. For the first token it is the id alone, as in versions without replacement.
 */
function tokenName({ id, replaced }: TokenParts): string {
  return replaced === 0 ? id : `${id} ${replaced}`;
}

@Module({ imports: [SignedTokensModule], providers: [LinkTokens], exports: [LinkTokens] })
export class LinkTokensModule {}
