import type { Request } from 'express';
import { AppError, shortened } from './errors.js';

/** A name, an IPv4 address, or an IPv6 one in brackets, and a port: no user, no path, nothing that an address would end at. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::(\d{0,5}))?$/i;
const PORT_MAX = 65_535;
/** Of WebSockets, too: some proxies name that of the connection. */
const PROTOCOL = /^(?:https?|wss?)$/i;

/**
 * Requires the host and the scheme that a request names, by itself or through a proxy, to be what addresses can be made of. A
 * request without a host, or with an empty one, passes: it names no agency's domain and no main host.
 * @throws AppError 400
 */
export function requireAddress(request: Pick<Request, 'headers' | 'host' | 'protocol'>): void {
  for (const host of [request.headers.host, request.host]) if (host && !isHost(host)) throw notAHost(host);
  if (PROTOCOL.test(request.protocol)) return;
  const given = shortened(request.protocol);
  throw new AppError(400, 'VALIDATION_FAILED', `X-Forwarded-Proto says "${given}", but may only be http or https.`);
}

function isHost(host: string): boolean {
  const [matches, port = ''] = HOST.exec(host) ?? [];
  return matches !== undefined && Number(port) <= PORT_MAX;
}

function notAHost(host: string): AppError {
  const message = `The host "${shortened(host)}" of the request is not a name or an address with a port of up to ${PORT_MAX}.`;
  return new AppError(400, 'VALIDATION_FAILED', message);
}
