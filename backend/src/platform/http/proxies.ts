import { BlockList, isIP } from 'node:net';

/** The proxies of the network that the product runs in. */
export interface Proxies {
  /** Addresses of the proxies to http and to https addresses. */
  http?: string | undefined;
  https?: string | undefined;
  /**
   * Destinations that are reached without a proxy, as in `NO_PROXY`: hosts with all that is below them, IP addresses,
   * networks such as `10.0.0.0/8`, each also with a port; `*` for everything.
   */
  except: string[];
}

/** The proxy for an address; `undefined` if it is reached directly, as this machine always is. */
export function proxyFor(address: string | URL, { http, https, except }: Proxies): string | undefined {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === 'https:';
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: port || (isSecure ? '443' : '80') };
  if (isThisMachine(target.host) || except.some((entry) => covers(entry, target))) return undefined;
  return isSecure ? https : http;
}

const HOST = /^\*?\.?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?(:\d{1,5})?$/u;
const IPV6 = /^\[([\da-f:.]+)\](:\d{1,5})?$/i;

/** Whether an entry of `NO_PROXY` is valid. */
export function isException(entry: string): boolean {
  if (entry === '*' || isIP(entry) > 0) return true;
  return entry.includes('/') ? networkOf(entry) !== null : HOST.test(entry) || isIP(IPV6.exec(entry)?.[1] ?? '') === 6;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || isWithin('127.0.0.0/8', host);
}

function covers(entry: string, { host, port }: { host: string; port: string }): boolean {
  if (entry === '*') return true;
  if (isIP(entry)) return entry === host;
  if (entry.includes('/')) return isWithin(entry, host);
  const [, name = '', entryPort = port] = /^\*?\.?\[?(.*?)\]?(?::(\d+))?$/.exec(entry)!;
  return entryPort === port && (host === name || (name !== '' && host.endsWith(`.${name}`)));
}

function isWithin(network: string, host: string): boolean {
  const family = isIP(host);
  return family > 0 && (networkOf(network)?.check(host, family === 4 ? 'ipv4' : 'ipv6') ?? false);
}

/** The addresses of a network such as `10.0.0.0/8`; `null` if the text is not a network. */
function networkOf(text: string): BlockList | null {
  const [start = '', prefix = ''] = text.split('/');
  const family = isIP(start);
  if (family === 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) return null;
  const network = new BlockList();
  network.addSubnet(start, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  return network;
}
