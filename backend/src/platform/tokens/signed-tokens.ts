import { createHash, createHmac } from 'node:crypto';
import { Module, type Provider } from '@nestjs/common';
import type { Config } from '../../config.js';
import { CONFIG } from '../config.module.js';
import { isToken } from '../http/shapes.js';
import { ensureSessionSecret } from '../storage/data-dir.js';

/**
 * Tokens of links. A token follows from a text that names the link and from the installation's secret, so that a later mail can
 * hold it again although the database keeps its hash alone. After a change of `SESSION_SECRET` the links that were sent still
 * open, since their hashes stay.
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

/** What the database keeps of a token; `null` for a text that is none. */
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
