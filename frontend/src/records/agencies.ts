import type { AgencyView, DomainVerification, UpdateAgencyBody } from '@gmb-moments/backend/contract/agencies';
import type { ServerIp } from '@gmb-moments/backend/contract/server';
import { queryOptions } from '@tanstack/react-query';
import { setLogo, type LogoValue } from '../ui/logo';
import { http } from '../lib/http';
import { pageQuery } from '../lib/query-client';

/** The values of the agency form. */
export interface AgencyFields {
  name: string;
  primaryColor: string;
  customDomain: string;
  replyTo: string;
  postalAddress: string;
  logo: LogoValue;
}

/** Every agency. */
export const agenciesQuery = queryOptions<AgencyView[]>({ queryKey: ['/api/agencies'] });

/** One page of agencies by name, with the total. */
export function agencyListQuery(params: { limit: number; offset: number }) {
  return pageQuery<AgencyView>('/api/agencies', params);
}

/** The address that agencies' domains must point to; it is cached forever. */
export const serverIpQuery = queryOptions<ServerIp>({
  queryKey: ['/api/server-ip'],
  staleTime: 'static',
  gcTime: Infinity,
});

/** Creates an agency, or changes the stored one; refused with 409 if it was changed since `revision`. */
export function saveAgency(
  { logo, revision, ...texts }: AgencyFields & Pick<UpdateAgencyBody, 'revision'>,
  stored: Pick<AgencyView, 'id' | 'logoUrl'> | undefined,
): Promise<AgencyView> {
  const form = new FormData();
  for (const [field, text] of Object.entries(texts)) form.set(field, text);
  setLogo(form, logo, stored?.logoUrl ?? null);
  if (revision !== undefined) form.set('revision', String(revision));
  if (!stored) return http.upload<AgencyView>('POST', '/api/agencies', form);
  return http.upload<AgencyView>('PATCH', `/api/agencies/${stored.id}`, form);
}

export function deleteAgency(id: string): Promise<void> {
  return http.delete(`/api/agencies/${id}`);
}

/** Makes the server check the DNS records of the agency's domain. */
export function verifyDomain(id: string): Promise<DomainVerification> {
  return http.post<DomainVerification>(`/api/agencies/${id}/verify-domain`);
}
