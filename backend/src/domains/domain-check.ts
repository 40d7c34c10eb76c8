import ipaddr from 'ipaddr.js';
import type { Config } from '../config.js';
import { sanitizeText } from '../platform/sanitize-text.js';
import { ALIASES_MAX, lookUpDomain } from './domain-lookup.js';

/** The result of checking a domain; `unknown` if the DNS did not answer. */
export interface DomainCheck {
  leads: 'here' | 'elsewhere' | 'unknown';
  /** A sentence for staff; for a domain that points elsewhere, with the record that it needs and what was found. */
  message: string;
}

/** Sentences about a domain without addresses, by the problem of the look-up. */
const NO_ADDRESS: Record<string, string> = {
  '': 'no address record',
  ENOTFOUND: 'no such name',
  EBADNAME: 'not the name of a host',
  ALIAS_LOOP: 'a circle of aliases',
  TOO_MANY_ALIASES: `more than ${ALIASES_MAX} aliases`,
};

/** Checks a domain: it points here if all its addresses are the server's. Never rejects because of the DNS. */
export async function checkDomain(
  domain: string,
  { dnsServers, serverIp }: Pick<Config, 'dnsServers' | 'serverIp'>,
): Promise<DomainCheck> {
  const { names, addresses, problem } = await lookUpDomain(domain, dnsServers);
  const server = normalized(serverIp);
  const found = [...new Set(addresses.map(normalized))];
  const isForeign = found.some((address) => address !== server);
  if (!isForeign && !(problem in NO_ADDRESS)) {
    const reason = `The name servers did not say where ${sanitizeText(names.at(-1)!)} points (${problem.replace(/^E/, '')}).`;
    const advice = "Try again in a few minutes; if that does not help, check the domain's name servers and DNSSEC.";
    return { leads: 'unknown', message: `${reason} ${advice}` };
  }
  if (!isForeign && found.length > 0) return { leads: 'here', message: `${domain} points to this server.` };
  const aliases = names.slice(1).map((name) => `CNAME ${sanitizeText(name)}`);
  const last = found.length > 0 ? found.map(addressRecord) : [NO_ADDRESS[problem]];
  const message = `${domain} does not point to this server. Expected: ${addressRecord(server)} alone. Found: ${[...aliases, ...last].join(', ')}. Correct its DNS records, then verify again; changes can take up to 48 hours to be seen.`;
  return { leads: 'elsewhere', message };
}

function addressRecord(address: string): string {
  return `${ipaddr.IPv4.isValid(address) ? 'A' : 'AAAA'} ${address}`;
}

/** The canonical form of an address; IPv4 within IPv6, also by NAT64, becomes IPv4. */
function normalized(address: string): string {
  const parsed = ipaddr.process(address);
  const isTranslated = parsed instanceof ipaddr.IPv6 && parsed.range() === 'rfc6052';
  return (isTranslated ? new ipaddr.IPv4(parsed.toByteArray().slice(-4)) : parsed).toString();
}
