import { parse } from 'tldts-icann';

/** A DNS record to create. `name` is relative to the root domain; `@` is the root domain itself. */
export interface DnsRecord {
  type: 'A' | 'AAAA' | 'CNAME';
  name: string;
  value: string;
}

/** A domain split into its root domain, where DNS is managed, and the rest. */
export interface DomainParts {
  /** The registered domain, such as `example.co.uk`. */
  root: string;
  /** The part before the root domain, such as `review`; empty if there is none. */
  subdomain: string;
}

/** Splits a domain by the public suffix list, since some suffixes have several parts, such as `co.uk`. */
export function splitDomain(domain: string): DomainParts {
  const { domain: root, subdomain } = parse(domain);
  return root ? { root, subdomain: subdomain ?? '' } : { root: domain, subdomain: '' };
}

/** The A or AAAA record that points the domain to the server's IP address. */
export function addressRecord({ subdomain }: Pick<DomainParts, 'subdomain'>, ip: string): DnsRecord {
  return { type: ip.includes(':') ? 'AAAA' : 'A', name: subdomain || '@', value: ip };
}

/** The records for a root domain: its address record, and `www` as an alias of it. */
export function aliasRecords({ root }: DomainParts, ip: string): DnsRecord[] {
  return [{ type: 'CNAME', name: 'www', value: root }, addressRecord({ subdomain: '' }, ip)];
}
