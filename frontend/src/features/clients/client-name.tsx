import { useQuery } from '@tanstack/react-query';
import { clientsQuery } from '../../records/clients';

/** The business name of a client; `Another client` while it is not loaded, or when it is gone. */
export function ClientName({ id }: { id: string }) {
  const { data } = useQuery(clientsQuery);
  return data?.find((client) => client.id === id)?.business ?? 'Another client';
}
