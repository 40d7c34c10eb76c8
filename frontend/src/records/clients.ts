import type {
  ClientImportView,
  ClientListItem,
  ClientSort,
  ClientView,
  CreateClientBody,
  UpdateClientBody,
} from '@gmb-moments/backend/contract/clients';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from '../lib/http';
import { listsOf } from '../lib/live-cache';
import { pageQuery, pathOf } from '../lib/query-client';

const PATH = '/api/clients';

/** The cached pages of the list. */
export const clientLists = listsOf(PATH);

/** All fields of the client form. */
export type ClientFields = Required<CreateClientBody>;

/**
 * All clients, sorted by business name. Its key is a prefix of all other keys here, so refreshing it refreshes
 * everything about clients.
 */
export const clientsQuery = queryOptions({
  queryKey: [PATH],
  queryFn: async ({ signal }) => (await http.get<ClientView[]>(PATH, { signal })).map(expandLists),
});

/** Query parameters of the client list. */
export interface ClientListParams {
  search: string | undefined;
  agencyId: string | undefined;
  owner: string | undefined;
  sort: ClientSort;
  limit: number;
  offset: number;
}

/** One page of the client list, with the number of clients that match. */
export function clientListQuery(params: ClientListParams) {
  return queryOptions({
    queryKey: [PATH, params] as const,
    queryFn: async ({ queryKey, signal }) => {
      const { items, total } = await http.getPage<ClientListItem>(pathOf(queryKey), { signal });
      return { items: items.map(expandLists), total };
    },
  });
}

/** The clients for which a member of staff is responsible. */
export function ownedClientsQuery(owner: string) {
  return pageQuery<ClientListItem>(PATH, { owner });
}

export function clientQuery(id: string) {
  return queryOptions({
    queryKey: [PATH, id] as const,
    queryFn: async ({ queryKey, signal }) => expandLists(await http.get<ClientView>(pathOf(queryKey), { signal })),
  });
}

/** Creates a client with nothing but a name. */
export function createClient(business: string): Promise<ClientView> {
  return http.post<ClientView>(PATH, { business });
}

/** All clients for a select, and a function that creates one by its name. */
export function useClientChoice() {
  const queryClient = useQueryClient();
  return {
    clients: useQuery(clientsQuery),
    create: async (business: string) => {
      try {
        const created = await createClient(business);
        queryClient.setQueryData(clientsQuery.queryKey, (old) => old && [...old, created]);
        return created;
      } finally {
        void queryClient.invalidateQueries(clientsQuery);
      }
    },
  };
}

/** Creates a client, or changes the one with this id; refused with 409 if it was changed since `revision`. */
export function saveClient(
  { revision, ...fields }: ClientFields & Pick<UpdateClientBody, 'revision'>,
  id: string | undefined,
): Promise<ClientView> {
  if (!id) return http.post<ClientView>(PATH, fields);
  return http.patch<ClientView>(`${PATH}/${id}`, { ...fields, revision });
}

export function deleteClient(id: string): Promise<void> {
  return http.delete(`${PATH}/${id}`);
}

/** The client with its lists as arrays, also if they arrived as comma-separated text. */
function expandLists<Client extends ClientView>(client: Client): Client {
  return {
    ...client,
    targetKeywords: toList(client.targetKeywords),
    categories: toList(client.categories),
    socialLinks: toList(client.socialLinks),
  };
}

function toList(value: string[] | string | null): string[] {
  const list = typeof value === 'string' ? value.split(',') : (value ?? []);
  return list.map((entry) => entry.trim()).filter(Boolean);
}

/** A client in the body of an import, with lists as comma-separated text. */
export type ImportedClient = Omit<CreateClientBody, 'socialLinks' | 'targetKeywords' | 'categories'> & {
  socialLinks?: string;
  targetKeywords?: string;
  categories?: string;
};

/** Creates all of these clients, or none. Repeating the request with the same key creates nothing more. */
export function importClients(clients: ImportedClient[], idempotencyKey: string): Promise<ClientImportView> {
  return http.post('/api/client-imports', { clients }, { headers: { 'Idempotency-Key': idempotencyKey } });
}
