import { Resolver } from 'node:dns/promises';
import { withDeadline } from '../platform/async/end-early.js';

/** Maximum number of CNAME records that are followed; name servers themselves give up at a few more. */
export const ALIASES_MAX = 8;

interface LookupLimits {
  /** Timeout of one query to one name server. */
  tryMs: number;
  /** Attempts per name server. */
  tries: number;
  /** Timeout of the whole lookup. */
  totalMs: number;
}

/** Short, because staff wait for the result of a check. */
const DEFAULT_LIMITS: LookupLimits = { tryMs: 1500, tries: 2, totalMs: 5000 };

/** The result of a DNS lookup. */
export interface DomainLookup {
  /** The domain, followed by the names that its CNAME records lead to, in order. */
  names: string[];
  /** IPv4 and IPv6 addresses of the last name. */
  addresses: string[];
  /** Why addresses are or may be missing: `ALIAS_LOOP`, `TOO_MANY_ALIASES` or an error code of node:dns; otherwise `''`. */
  problem: string;
}

/**
 * Follows the CNAME records of a domain, then looks up the addresses of the last name. A DNS error or a timeout does
 * not reject; it becomes the result's `problem`.
 * @param servers name servers as `host` or `host:port`; by default the system's
 */
export async function lookUpDomain(domain: string, servers?: string[], limits = DEFAULT_LIMITS): Promise<DomainLookup> {
  const resolver = new Resolver({ timeout: limits.tryMs, tries: limits.tries });
  if (servers) resolver.setServers(servers);
  const timedOut = new Error('DNS lookup timed out');
  try {
    return await withDeadline(followAliases(resolver, [domain]), limits.totalMs, timedOut);
  } catch (error) {
    if (error !== timedOut) throw error;
    return { names: [domain], addresses: [], problem: 'ETIMEOUT' };
  } finally {
    resolver.cancel();
  }
}

async function followAliases(resolver: Resolver, names: string[]): Promise<DomainLookup> {
  const name = names.at(-1)!;
  const { records, problem } = await resolve(resolver.resolveCname(name));
  // An empty name is the DNS root.
  const [alias] = records.map((record) => record.toLowerCase() || '.');
  if (problem) return { names, addresses: [], problem };
  if (alias === undefined) return addressesOf(resolver, names);
  const chain = [...names, alias];
  if (names.includes(alias)) return { names: chain, addresses: [], problem: 'ALIAS_LOOP' };
  if (names.length > ALIASES_MAX) return { names: chain, addresses: [], problem: 'TOO_MANY_ALIASES' };
  return followAliases(resolver, chain);
}

async function addressesOf(resolver: Resolver, names: string[]): Promise<DomainLookup> {
  const name = names.at(-1)!;
  const answers = await Promise.all([resolve(resolver.resolve4(name)), resolve(resolver.resolve6(name))]);
  const addresses = answers.flatMap(({ records }) => records);
  const problems = answers.map(({ problem }) => problem).filter(Boolean);
  // When one query ends with ENOTFOUND and the other with another error, the name may exist: the other error counts.
  const problem = problems.find((code) => code !== 'ENOTFOUND') ?? (addresses.length ? '' : (problems[0] ?? ''));
  return { names, addresses, problem };
}

/** Codes of the resolver that mean another problem, or none. */
const PROBLEMS: Record<string, string> = { ENODATA: '', ECANCELLED: 'ETIMEOUT' };

async function resolve(query: Promise<string[]>): Promise<{ records: string[]; problem: string }> {
  try {
    return { records: await query, problem: '' };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    return { records: [], problem: PROBLEMS[code] ?? code };
  }
}
