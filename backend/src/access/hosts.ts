import { isIP } from 'node:net';
import type { Request } from 'express';
import { hostName } from '../contract/host-name.js';
import type { Config } from '../config.js';

const MAIN_HOSTS = ['localhost', '*.replit.dev', '*.replit.app'];

/** Whether staff work on this host; every other host is an agency's domain. */
export function isMainHost(host: string, config: Pick<Config, 'mainHosts' | 'publicUrl'>): boolean {
  if (isIP(host) > 0) return true;
  const known = [
    ...MAIN_HOSTS,
    ...config.mainHosts,
    ...(config.publicUrl ? [hostName(new URL(config.publicUrl).hostname)] : []),
  ];
  return known.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}

/** Returns the agency's domain that a request was sent to; `''` if it names no host, `null` on a main host. */
export function agencyHostOf(request: Pick<Request, 'hostname'>, config: Config): string | null {
  const host = hostName(request.hostname ?? '');
  return isMainHost(host, config) ? null : host;
}

/**
 * Returns the origin of the staff's pages, for links in mails that no request of staff causes; without `PUBLIC_URL`
 * localhost.
 */
export function staffOrigin({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ? new URL(publicUrl).origin : `http://localhost:${port}`;
}

/**
 * Returns the origin of the staff's pages, for links that a request of staff causes; without `PUBLIC_URL` the
 * request's main host.
 */
export function staffOriginOf({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: Request): string {
  return publicUrl ? new URL(publicUrl).origin : `${protocol}://${host}`;
}
