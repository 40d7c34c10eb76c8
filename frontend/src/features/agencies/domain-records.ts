import { parse } from 'tldts-icann';

/** A line of a domain's DNS. The name is relative to the root domain, which itself is `@`. */
export interface DnsRecord {
  type: 'A' | 'AAAA' | 'CNAME';
  name: string;
  value: string;
}

/** A domain, taken apart where its DNS is managed. */
export interface DomainParts {
  /** What was registered, such as `example.co.uk`. */
  root: string;
  /** What stands before it, such as `review`; empty for a root domain. */
  subdomain: string;
}

/** Finds the root domain by the list of public suffixes, since some have several parts. */
export function partsOf(domain: string): DomainParts {
  const { domain: root, subdomain } = parse(domain);
  return root ? { root, subdomain: subdomain ?? '' } : { root: domain, subdomain: '' };
}

/** The record that leads the domain to the server. */
export function addressRecord({ subdomain }: Pick<DomainParts, 'subdomain'>, ip: string): DnsRecord {
  return { type: ip.includes(':') ? 'AAAA' : 'A', name: subdomain || '@', value: ip };
}

/** The records that lead the root domain to the server, and its `www` after it. */
export function aliasRecords({ root }: DomainParts, ip: string): DnsRecord[] {
  return [{ type: 'CNAME', name: 'www', value: root }, addressRecord({ subdomain: '' }, ip)];
}
