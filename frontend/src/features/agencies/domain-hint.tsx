import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { domainName } from './domain-name';

/** Says below the field of the custom domain what comes of the one that is typed there. */
export function DomainHint({ agency, typed = '' }: { agency: AgencyView | undefined; typed: string | undefined }) {
  return <span role="status">{hints(agency, domainName(typed)).join(' ')}</span>;
}

function hints(agency: AgencyView | undefined, domain: string): string[] {
  const saved = agency?.customDomain;
  if (!saved || domain === saved) return ["Serves this agency's client-facing pages. Leave it empty for none."];
  const again = domain
    ? 'A changed domain must be verified again before links for clients use it.'
    : 'None from now on.';
  return agency.domainVerified ? [again, `Links to ${saved} that clients already have stop working.`] : [again];
}
