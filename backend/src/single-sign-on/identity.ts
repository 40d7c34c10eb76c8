import type { UserInfoResponse, IDToken } from 'openid-client';
import { isEmailAddress } from '../contract/email.js';
import { NAME_MAX } from '../contract/limits.js';
import { sanitizeText } from '../platform/sanitize-text.js';

/** A person as the provider knows them. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case; `null` unless the provider says that it is theirs. */
  email: string | null;
  /** `''` if it is not known. */
  name: string;
}

/** Whether an ID token says whose e-mail it names, as far as it names one: otherwise the provider is asked for more. */
export function isComplete(token: IDToken): boolean {
  const { email, email_verified: isTheirs, xms_edov: isOfDomain } = token;
  return email !== undefined && (isTheirs !== undefined || isOfDomain !== undefined);
}

/** @param info what the provider says beside the token, where that is not complete */
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

/** Entra knows no `email_verified`, and says instead that the owner of the domain has verified the address. */
function isVerified(claims: Record<string, unknown>): boolean {
  const { email_verified: isTheirs, xms_edov: isOfDomain } = claims;
  return isTheirs === undefined ? [true, 1, '1', 'true'].includes(isOfDomain as boolean) : isTheirs === true;
}
