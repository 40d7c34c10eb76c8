import ipaddr from 'ipaddr.js';
import type { Config } from '../config.js';
import { ALIASES_MAX, lookUpDomain, type DomainLookup } from './domain-lookup.js';

/** Where a domain leads: `unknown` when the DNS did not answer. */
export interface Verdict {
  leads: 'here' | 'elsewhere' | 'unknown';
  /** A sentence for staff: what was found, and what to do about it. */
  message: string;
}

/** Looks a domain up: it leads here when all of its addresses are the server's. Never rejects because of the DNS. */
export async function checkDomain(
  domain: string,
  { dnsServers, serverIp }: Pick<Config, 'dnsServers' | 'serverIp'>,
): Promise<Verdict> {
  return verdictOf(await lookUpDomain(domain, dnsServers), serverIp);
}

function verdictOf(lookup: DomainLookup, serverIp: string): Verdict {
  const server = normalized(serverIp);
  const found = [...new Set(lookup.addresses.map(normalized))];
  const foreign = found.filter((address) => address !== server);
  if (foreign.length > 0) return elsewhere(wrongAddress(lookup, server, foreign, found.length > foreign.length));
  if (lookup.problem) return problemOf(lookup, server);
  if (found.length === 0) return elsewhere(noAddress(lookup, server, 'has no address record'));
  return { leads: 'here', message: `${lookup.names[0]} points to this server.` };
}

function elsewhere(message: string): Verdict {
  return { leads: 'elsewhere', message };
}

/** One form for each address; IPv4 inside IPv6, also as networks without IPv4 translate it, is that IPv4 address. */
function normalized(address: string): string {
  const parsed = ipaddr.process(address);
  const isTranslated = parsed instanceof ipaddr.IPv6 && parsed.range() === 'rfc6052';
  return (isTranslated ? new ipaddr.IPv4(parsed.toByteArray().slice(-4)) : parsed).toString();
}

function wrongAddress({ names }: DomainLookup, server: string, foreign: string[], isPartly: boolean): string {
  const last = names.at(-1)!;
  const subject = names.length > 1 ? `${names[0]} is an alias of ${last}, which` : last;
  if (isPartly) {
    const those = foreign.length > 1 ? 'those addresses' : 'that address';
    return `${subject} points to this server (${server}), but also to ${enumerate(foreign)}. Remove ${those} from the DNS records of ${last}, then verify again.`;
  }
  const advice = names.length > 1 ? `Change the CNAME record of ${names[0]}` : repair(server, foreign);
  return `${subject} points to ${enumerate(foreign)}, not to this server (${server}). ${advice}, then verify again.`;
}

function repair(server: string, foreign: string[]): string {
  const right = recordType(server);
  const wrong = right === 'A' ? 'AAAA' : 'A';
  const changed = foreign.filter((address) => recordType(address) === right).length;
  const removed = foreign.length - changed;
  if (changed === 0) return `Replace its ${records(wrong, removed)} by an ${right} record with ${server}`;
  const change = `Change its ${records(right, changed)}`;
  return removed > 0 ? `${change} and remove its ${records(wrong, removed)}` : change;
}

function noAddress({ names }: DomainLookup, server: string, state: string): string {
  const [domain] = names;
  if (names.length > 1) {
    return `${domain} is an alias of ${names.at(-1)}, which ${state}. Change the CNAME record of ${domain}, then verify again.`;
  }
  return `${domain} ${state}. Add an ${recordType(server)} record with ${server}, then verify again; new records can take up to 48 hours to be seen.`;
}

const LATER = 'Try again in a few minutes.';

/** What the known problems mean. */
const PROBLEMS: Record<string, (lookup: DomainLookup, server: string) => Verdict> = {
  ENOTFOUND: (lookup, server) => elsewhere(noAddress(lookup, server, 'does not exist in the DNS')),
  EBADNAME: (lookup, server) => elsewhere(noAddress(lookup, server, 'is not the name of a host')),
  ALIAS_LOOP: ({ names }) =>
    elsewhere(
      `The CNAME records of ${names[0]} lead in a circle (${names.join(' → ')}). Correct them, then verify again.`,
    ),
  TOO_MANY_ALIASES: ({ names }, server) =>
    elsewhere(
      `The CNAME records of ${names[0]} lead over more than ${ALIASES_MAX} other names. Point it to this server (${server}) more directly, then verify again.`,
    ),
  ETIMEOUT: ({ names }) =>
    unknown(`The name servers did not answer in time when they were asked for ${names.at(-1)}. ${LATER}`),
  ECONNREFUSED: () => unknown(`The name servers that look up domains could not be reached. ${LATER}`),
};

function problemOf(lookup: DomainLookup, server: string): Verdict {
  const known = PROBLEMS[lookup.problem];
  if (known) return known(lookup, server);
  const code = lookup.problem.replace(/^E/, '');
  return unknown(
    `The name servers could not tell where ${lookup.names.at(-1)} points (${code}). Check the name servers and the DNSSEC settings of the domain, then verify again.`,
  );
}

function unknown(message: string): Verdict {
  return { leads: 'unknown', message };
}

function recordType(address: string): 'A' | 'AAAA' {
  return ipaddr.IPv4.isValid(address) ? 'A' : 'AAAA';
}

function records(type: string, count: number): string {
  return `${type} record${count > 1 ? 's' : ''}`;
}

function enumerate(entries: string[]): string {
  return new Intl.ListFormat('en').format(entries);
}
