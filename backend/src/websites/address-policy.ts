import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { shortened } from '../platform/http/errors.js';
import { proxyFor, type Proxies } from '../platform/http/proxies.js';

const STANDARD_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };
// The addresses of IPv6 that are assigned for the public internet.
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
// A public address, but on Azure machines it serves their metadata and secrets.
const AZURE_HOST = '168.63.129.16';

/** Thrown when a website could not be read; the message is a sentence for staff. */
export class WebsiteError extends Error {
  override readonly name = 'WebsiteError';

  /** @param reason continues the sentence, without its full stop */
  constructor(reason: string) {
    super(`The website could not be read: ${reason}.`);
  }
}

/** Finds the addresses of a name, as `dns.lookup` does. */
export type Lookup = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Decides which addresses may be connected to, and through which proxy: ports 80 and 443 of public addresses, and the
 * exceptions.
 */
export class AddressPolicy {
  constructor(
    private readonly lookup: Lookup,
    /** `host:port` pairs that may be read although private, or on another port. */
    private readonly exceptions: readonly string[],
    private readonly proxies: Proxies = { except: [] },
  ) {}

  /** Returns the proxy for this address; `undefined` for a direct connection. */
  proxyFor(url: URL): string | undefined {
    return proxyFor(url, this.proxies);
  }

  /**
   * Returns the DNS lookup for the socket that connects to this address.
   * @throws WebsiteError for another port, or an IP address that is not public
   */
  lookupFor(url: URL): LookupFunction {
    const port = url.port || STANDARD_PORTS[url.protocol]!;
    if (this.exceptions.includes(`${url.hostname}:${port}`)) return guardedLookup(this.lookup, () => true);
    if (!Object.values(STANDARD_PORTS).includes(port)) {
      throw new WebsiteError(`only the ports 80 and 443 are read, and not port ${port} of ${hostOf(url)}`);
    }
    const address = url.hostname.replace(/^\[|\]$/gu, '');
    if (isIP(address) && !isPublicAddress(address)) throw new WebsiteError(`${address} is a private address`);
    return guardedLookup(this.lookup, isPublicAddress);
  }
}

/**
 * Returns a DNS lookup for a socket that yields allowed addresses only. The check is part of the socket's own lookup,
 * because a second lookup could return another address than the checked one.
 */
export function guardedLookup(lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new WebsiteError(`${name} leads to a private address`), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local, shared, multicast, reserved, or
 * an IPv6 address that maps to IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address === AZURE_HOST) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/**
 * Parses an address as a browser does, including unusual forms of IP addresses.
 * @param base the address that it is relative to, for a redirect
 * @throws WebsiteError unless it is http or https without user name and password
 */
export function parseUrl(text: string, base?: string): URL {
  if (!URL.canParse(text, base)) throw new WebsiteError(`“${shortened(text)}” is not a web address`);
  const url = new URL(text, base);
  if (!(url.protocol in STANDARD_PORTS)) {
    throw new WebsiteError(`only http and https addresses are read, and not ${shortened(url.protocol.slice(0, -1))}`);
  }
  if (url.username || url.password) {
    throw new WebsiteError(`an address with a user name or password in it is not read (${hostOf(url)})`);
  }
  return url;
}

/** Returns the host's name, shortened for a sentence. */
export function hostOf(url: URL): string {
  return shortened(url.hostname);
}
