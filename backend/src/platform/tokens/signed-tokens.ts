import { createHash, createHmac } from 'node:crypto';
import { Module, type Provider } from '@nestjs/common';
import type { Config } from '../../config.js';
import { CONFIG } from '../config.module.js';
import { isToken } from '../http/shapes.js';
import { ensureSessionSecret } from '../storage/data-dir.js';

/**
 * Derives the tokens of links from a text that identifies the link and the installation's secret, so that later mails
 * can contain the token although the database stores only its hash. After a change of `SESSION_SECRET`, links that
 * were sent still work, since their hashes stay.
 */
export class SignedTokens {
  constructor(private readonly secret: string) {}

  /** 128 bits as base64url. */
  tokenOf(name: string): string {
    return this.sign(name).subarray(0, 16).toString('base64url');
  }

  sign(text: string): Buffer {
    return createHmac('sha256', this.secret).update(text).digest();
  }
}

/** The hash of a token, which is stored; `null` if the text is not a token. */
export function hashOfToken(token: string): string | null {
  return isToken(token) ? createHash('sha256').update(token).digest('base64url') : null;
}

const provideSignedTokens: Provider = {
  provide: SignedTokens,
  inject: [CONFIG],
  useFactory: async ({ sessionSecret, dataDir }: Config) =>
    new SignedTokens(sessionSecret ?? (await ensureSessionSecret(dataDir))),
};

@Module({ providers: [provideSignedTokens], exports: [SignedTokens] })
export class SignedTokensModule {}
