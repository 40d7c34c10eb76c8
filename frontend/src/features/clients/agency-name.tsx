import { useQuery } from '@tanstack/react-query';
import { agenciesQuery } from '../../records/agencies';

/** The name of a client's agency, by its id; `No Agency` without one. */
export function AgencyName({ id }: { id: string | null }) {
  const { data, isPending } = useQuery(agenciesQuery);
  if (id === null) return 'No Agency';
  if (isPending) return '…';
  if (!data) return 'The agencies could not be loaded';
  return data.find((agency) => agency.id === id)?.name ?? 'Another agency';
}
