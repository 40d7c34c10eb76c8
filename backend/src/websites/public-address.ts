import ipaddr from 'ipaddr.js';

// All of IPv6 that is given out for the internet.
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
// Looks public, but inside Azure it answers with the secrets of the machine.
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local, shared, multicast, reserved, nor
 * an IPv6 form that leads to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address === AZURE_HOST) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
