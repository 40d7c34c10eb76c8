import { isIP } from 'node:net';
import type { Request } from 'express';
import { hostName } from '../common/host-name.js';
import type { Config } from '../config.js';

const MAIN_HOSTS = ['localhost', '*.replit.dev', '*.replit.app'];

/** The host name a request was sent to, without port; `''` where it names none. */
export function hostOf(request: Pick<Request, 'hostname'>): string {
  return hostName(request.hostname ?? '');
}

/** Whether staff work on this host; any other one is an agency's domain (spec 2, "Agency domains"). */
export function isMainHost(host: string, config: Pick<Config, 'mainHosts' | 'publicUrl'>): boolean {
  if (isIP(host) > 0) return true;
  const known = [
    ...MAIN_HOSTS,
    ...config.mainHosts,
    ...(config.publicUrl ? [hostName(new URL(config.publicUrl).hostname)] : []),
  ];
  return known.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}

/** The agency's domain a request was sent to, `''` where it names none; `null` on a main host. */
export function agencyHostOf(request: Pick<Request, 'hostname'>, config: Config): string | null {
  const host = hostOf(request);
  return isMainHost(host, config) ? null : host;
}
