import { types } from 'node:util';
import { WebsiteError } from './website-error.js';

// Codes of OpenSSL and Node.js for a certificate that proves nothing; they have no common beginning.
const CERTIFICATE =
  /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_)/u;

const REASONS: [codes: RegExp, reason: (host: string) => string][] = [
  [/^(ENOTFOUND|ENODATA)$/u, (host) => `there is no website named ${host}`],
  [/^EAI_/u, (host) => `the name ${host} could not be looked up`],
  [/^ECONNREFUSED$/u, (host) => `${host} does not take connections`],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/u, (host) => `${host} broke off the connection`],
  [/^HPE_/u, (host) => `the answer of ${host} is not HTTP`],
  [/^(Z_|ERR__ERROR_|ERR_BROTLI)/u, (host) => `the compressed page of ${host} is damaged`],
  [CERTIFICATE, (host) => `the certificate of ${host} is not valid`],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/u, (host) => `no secure connection to ${host} could be made`],
];

/** What a failed connection means to staff; an error that is none of the connection's is returned as it is. */
export function connectionFailure(error: unknown, host: string): unknown {
  if (error instanceof WebsiteError || !types.isNativeError(error) || !('code' in error)) return error;
  const code = String(error.code);
  const reason = REASONS.find(([codes]) => codes.test(code))?.[1] ?? unreachable;
  return new WebsiteError(`${reason(host)} (${code})`);
}

function unreachable(host: string): string {
  return `${host} could not be reached`;
}
