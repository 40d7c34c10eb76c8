import ipaddr from 'ipaddr.js';

/** An IPv6 connection has at least this many bits of address to choose from. */
const IPV6_OWN_BITS = 64;

/**
 * The network of an IP address, as limits count it: an IPv4 address itself, and the /64 of an IPv6 address, since one
 * household has more of those than any limit could count.
 */
export function networkOf(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6(parsed.parts.fill(0, IPV6_OWN_BITS / 16)).toString()}/${IPV6_OWN_BITS}`;
}
