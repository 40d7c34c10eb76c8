import type { Request } from 'express';
import { AppError, shortened } from './errors.js';

/** A name, an IPv4 address or an IPv6 address in brackets, with an optional port; no user and no path. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::(\d{0,5}))?$/i;
const PORT_MAX = 65_535;
/** Includes those of WebSockets, which some proxies send. */
const PROTOCOL = /^(?:https?|wss?)$/i;

/**
 * Requires that host and scheme of a request, also as forwarded by a proxy, are valid parts of a URL. A request
 * without a host, or with an empty one, passes: it matches no agency's domain and no main host.
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
