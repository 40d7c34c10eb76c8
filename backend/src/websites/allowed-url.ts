import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';
import { WebsiteError } from './website-error.js';

const STANDARD_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * Reads an address as a browser does, odd spellings of IP addresses included.
 * @param base what it is relative to, for a redirect
 * @throws WebsiteError unless it is http or https, and without user name and password
 */
export function parseUrl(text: string, base?: string): URL {
  if (!URL.canParse(text, base)) throw new WebsiteError(`“${short(text)}” is not a web address`);
  const url = new URL(text, base);
  if (!(url.protocol in STANDARD_PORTS)) {
    throw new WebsiteError(`only http and https addresses are read, and not ${short(url.protocol.slice(0, -1))}`);
  }
  if (url.username || url.password) {
    throw new WebsiteError(`an address with a user name or password in it is not read (${hostOf(url)})`);
  }
  return url;
}

/**
 * Refuses other ports than 80 and 443, and IP addresses that are not public. What a name leads to is for the socket to
 * check.
 * @throws WebsiteError
 */
export function checkReach(url: URL): void {
  const port = portOf(url);
  if (!Object.values(STANDARD_PORTS).includes(port)) {
    throw new WebsiteError(`only the ports 80 and 443 are read, and not port ${port} of ${hostOf(url)}`);
  }
  const address = url.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(address) && !isPublicAddress(address)) throw new WebsiteError(`${address} is a private address`);
}

/** `host:port`, with the port also where it is the usual one. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/** The host's name, short enough for a sentence. */
export function hostOf(url: URL): string {
  return short(url.hostname);
}

function portOf({ port, protocol }: URL): string {
  return port || STANDARD_PORTS[protocol]!;
}

function short(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
