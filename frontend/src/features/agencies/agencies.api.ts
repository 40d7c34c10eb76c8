import type { AgencyView, DomainVerification, UpdateAgencyBody } from '@gmb-moments/backend/contract/agencies';
import type { ServerIp } from '@gmb-moments/backend/contract/server';
import { queryOptions } from '@tanstack/react-query';
import { setLogo, type LogoChange } from '../../components/logo-change';
import { http } from '../../lib/http';

/** What the agency form holds. */
export interface AgencyFields {
  name: string;
  primaryColor: string;
  customDomain: string;
  logo: LogoChange;
}

/** The revision that an edit started from. */
type EditRevision = Pick<UpdateAgencyBody, 'revision'>;

/** Every agency. */
export const agenciesQuery = queryOptions<AgencyView[]>({ queryKey: ['/api/agencies'] });

/** The address that agencies' domains must point to; read once, for it is cached forever (spec 7). */
export const serverIpQuery = queryOptions<ServerIp>({
  queryKey: ['/api/server-ip'],
  staleTime: 'static',
  gcTime: Infinity,
});

export function createAgency(fields: AgencyFields): Promise<AgencyView> {
  return http.upload<AgencyView>('POST', '/api/agencies', asForm(fields));
}

export function updateAgency(id: string, { revision, ...fields }: AgencyFields & EditRevision): Promise<AgencyView> {
  const form = asForm(fields);
  if (revision !== undefined) form.set('revision', String(revision));
  return http.upload<AgencyView>('PATCH', `/api/agencies/${id}`, form);
}

export function deleteAgency(id: string): Promise<void> {
  return http.delete(`/api/agencies/${id}`);
}

/** Has the server look the agency's domain up. */
export function verifyDomain(id: string): Promise<DomainVerification> {
  return http.post<DomainVerification>(`/api/agencies/${id}/verify-domain`);
}

function asForm({ name, primaryColor, customDomain, logo }: AgencyFields): FormData {
  const form = new FormData();
  form.set('name', name);
  form.set('primaryColor', primaryColor);
  form.set('customDomain', customDomain);
  setLogo(form, logo);
  return form;
}
