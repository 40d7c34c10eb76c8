import type { ClientView, CreateClientBody, UpdateClientBody } from '@gmb-moments/backend/contract/clients';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http';

/** All fields of the client form. */
export type ClientFields = Required<CreateClientBody>;

type EditRevision = Pick<UpdateClientBody, 'revision'>;

/** Every client, by name. */
export const clientsQuery = queryOptions({
  queryKey: ['/api/clients'],
  queryFn: async ({ signal }) => (await http.get<ClientView[]>('/api/clients', { signal })).map(expandLists),
});

export function clientQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/clients', id],
    queryFn: async ({ signal }) =>
      expandLists(await http.get<ClientView>(`/api/clients/${encodeURIComponent(id)}`, { signal })),
  });
}

export function createClient(fields: ClientFields): Promise<ClientView> {
  return http.post<ClientView>('/api/clients', fields);
}

export function updateClient(id: string, fields: ClientFields & EditRevision): Promise<ClientView> {
  return http.patch<ClientView>(`/api/clients/${id}`, fields);
}

export function deleteClient(id: string): Promise<void> {
  return http.delete(`/api/clients/${id}`);
}

// Lists may arrive as comma-separated texts (spec 3).
function expandLists(client: ClientView): ClientView {
  return {
    ...client,
    targetKeywords: expand(client.targetKeywords),
    categories: expand(client.categories),
    socialLinks: expand(client.socialLinks),
  };
}

function expand(value: string[] | string | null): string[] {
  const list = typeof value === 'string' ? value.split(',') : (value ?? []);
  return list.map((entry) => entry.trim()).filter(Boolean);
}
