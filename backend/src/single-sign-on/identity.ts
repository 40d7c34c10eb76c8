import type { UserInfoResponse, IDToken } from 'openid-client';
import { isEmailAddress } from '../contract/email.js';
import { NAME_MAX } from '../contract/limits.js';
import { sanitizeText } from '../platform/sanitize-text.js';

/** A person as the provider knows them. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case; `null` unless the provider has verified it. */
  email: string | null;
  /** `''` if unknown. */
  name: string;
}

/** Whether an ID token has an e-mail and states whether it is verified. Otherwise the userinfo endpoint is needed. */
export function isComplete(token: IDToken): boolean {
  const { email, email_verified: isTheirs, xms_edov: isOfDomain } = token;
  return email !== undefined && (isTheirs !== undefined || isOfDomain !== undefined);
}

/** Returns the person of an ID token. @param info response of the userinfo endpoint, if the token is not complete */
export function identityOf(token: IDToken, info?: UserInfoResponse): Identity {
  const source = info?.email === undefined ? token : info;
  const email = typeof source['email'] === 'string' ? source['email'].trim().toLowerCase() : '';
  const name = token['name'] ?? info?.name;
  return {
    issuer: token.iss,
    subject: token.sub,
    email: isEmailAddress(email) && isVerified(source) ? email : null,
    name: typeof name === 'string' ? sanitizeText(name, { max: NAME_MAX }) : '',
  };
}

/**
 * Whether the e-mail is verified. Entra has no `email_verified`, but `xms_edov`: the owner of the domain has verified
 * it.
 */
function isVerified(claims: Record<string, unknown>): boolean {
  const { email_verified: isTheirs, xms_edov: isOfDomain } = claims;
  return isTheirs === undefined ? [true, 1, '1', 'true'].includes(isOfDomain as boolean) : isTheirs === true;
}
