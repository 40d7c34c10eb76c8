import { OperatorError } from '../../platform/operator-error.js';
import { discover } from '../../single-sign-on/discover.js';
import { reasonOf } from '../../single-sign-on/reason.js';
import { scopeFromWords } from '../../users/scope-words.js';
import type { CheckContext, Finding } from './check.js';

/**
 * Checks that the provider of single sign-on can be used, and that OIDC_SCOPE is valid. Yields nothing without a
 * provider.
 */
export async function* unusableSignIn({ singleSignOn, proxies, db }: CheckContext): AsyncGenerator<Finding> {
  if (!singleSignOn) return;
  const { issuer, scope } = singleSignOn;
  try {
    await discover(singleSignOn, proxies ?? { except: [] });
  } catch (error) {
    yield {
      problem: `Nobody can sign in by the provider ${issuer}: ${reasonOf(error)}`,
      action: `open ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration from this machine, and compare its "issuer" with OIDC_ISSUER`,
    };
  }
  try {
    await scopeFromWords(db.manager, scope, 'OIDC_SCOPE');
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    yield { problem: `New people cannot sign in by the provider: ${error.message}`, action: 'correct OIDC_SCOPE' };
  }
}
