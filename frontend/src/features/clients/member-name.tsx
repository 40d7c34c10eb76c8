import { useQuery } from '@tanstack/react-query';
import { nameOf, teamQuery } from '../../records/team';

/** The name of a member of staff, by their id. */
export function MemberName({ id }: { id: string }) {
  const { data, isPending } = useQuery(teamQuery);
  if (isPending) return '…';
  if (!data) return 'The team could not be loaded';
  const member = data.find((one) => one.id === id);
  return member ? nameOf(member) : 'Somebody who was removed';
}
