import { Resolver } from 'node:dns/promises';
import { withDeadline } from '../common/deadline.js';

/** Aliases in a row that are followed; more are a mistake, and name servers give up soon after. */
export const ALIASES_MAX = 8;

/** How long one try at one name server takes at most, how many there are, and how long the whole look-up may take. */
export interface LookupLimits {
  tryMs: number;
  tries: number;
  totalMs: number;
}
// A person waits for the answer.
const LIMITS: LookupLimits = { tryMs: 1500, tries: 2, totalMs: 5000 };

/** What the DNS said about a domain. */
export interface Trail {
  /** The domain, and the names that its CNAME records led to. */
  names: string[];
  /** IPv4 and IPv6 addresses of the last name. */
  addresses: string[];
  /** Why there are no addresses, or maybe not all: `CIRCLE`, `TOO_LONG`, or a code of the resolver; `''` where nothing is wrong. */
  problem: string;
}

/**
 * Looks a domain up: its aliases one by one, then the addresses of the last name. Never rejects because of the DNS.
 * @param servers `host` or `host:port` of the name servers to ask; the system's when there are none
 */
export async function lookUp(domain: string, servers?: string[], limits = LIMITS): Promise<Trail> {
  const resolver = new Resolver({ timeout: limits.tryMs, tries: limits.tries });
  if (servers) resolver.setServers(servers);
  const late = new LookupLate();
  try {
    return await withDeadline(follow(resolver, [domain]), limits.totalMs, late);
  } catch (error) {
    if (error !== late) throw error;
    return { names: [domain], addresses: [], problem: 'ETIMEOUT' };
  } finally {
    resolver.cancel();
  }
}

class LookupLate extends Error {
  override readonly name = 'LookupLate';
}

async function follow(resolver: Resolver, names: string[]): Promise<Trail> {
  const name = names.at(-1)!;
  const { records, problem } = await ask(resolver.resolveCname(name));
  // An empty name is the root of all.
  const [alias] = records.map((record) => record.toLowerCase() || '.');
  if (problem) return { names, addresses: [], problem };
  if (alias === undefined) return addressesOf(resolver, names);
  const further = [...names, alias];
  if (names.includes(alias)) return { names: further, addresses: [], problem: 'CIRCLE' };
  if (names.length > ALIASES_MAX) return { names: further, addresses: [], problem: 'TOO_LONG' };
  return follow(resolver, further);
}

async function addressesOf(resolver: Resolver, names: string[]): Promise<Trail> {
  const name = names.at(-1)!;
  const answers = await Promise.all([ask(resolver.resolve4(name)), ask(resolver.resolve6(name))]);
  const addresses = answers.flatMap(({ records }) => records);
  const problems = answers.map(({ problem }) => problem).filter(Boolean);
  // That a name does not exist is known only when nobody says or might have said otherwise.
  const problem = problems.find((code) => code !== 'ENOTFOUND') ?? (addresses.length ? '' : (problems[0] ?? ''));
  return { names, addresses, problem };
}

async function ask(query: Promise<string[]>): Promise<{ records: string[]; problem: string }> {
  try {
    return { records: await query, problem: '' };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    return { records: [], problem: code === 'ENODATA' ? '' : code === 'ECANCELLED' ? 'ETIMEOUT' : code };
  }
}
