import type { AgencyView } from '@gmb-moments/backend/contract/agencies';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http';

/** What the agency form holds; without a new logo the old one stays. */
export interface AgencyFields {
  name: string;
  primaryColor: string;
  customDomain: string;
  logo: File | null;
}

/** Every agency. */
export const agenciesQuery = queryOptions<AgencyView[]>({ queryKey: ['/api/agencies'] });

export function createAgency(fields: AgencyFields): Promise<AgencyView> {
  return http.upload<AgencyView>('POST', '/api/agencies', asForm(fields));
}

export function updateAgency(id: string, fields: AgencyFields): Promise<AgencyView> {
  return http.upload<AgencyView>('PATCH', `/api/agencies/${id}`, asForm(fields));
}

export function deleteAgency(id: string): Promise<void> {
  return http.delete(`/api/agencies/${id}`);
}

function asForm({ name, primaryColor, customDomain, logo }: AgencyFields): FormData {
  const form = new FormData();
  form.set('name', name);
  form.set('primaryColor', primaryColor);
  form.set('customDomain', customDomain);
  if (logo) form.set('logo', logo);
  return form;
}
