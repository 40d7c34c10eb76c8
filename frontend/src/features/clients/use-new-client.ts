import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { NAME_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank, lengthOf } from '@gmb-moments/backend/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientsQuery, createClient } from '../../records/clients';

/** Value of the option that creates a client; no id. */
const CREATE = 'create';

/**
 * The option `Create “Name”` of a select of clients, for a name that none of them has.
 * @param clients all of them; without them, nothing is offered
 * @param onCreated called with the id of the new client, which is in the list of clients by then
 */
export function useNewClient(clients: ClientView[] | undefined, onCreated: (clientId: string) => void) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const create = useToastMutation({
    mutationFn: () => createClient(name),
    success: ({ business }) => ['Client created', business],
    failure: 'Failed to create client. Please try again.',
    onSuccess: (created) => {
      queryClient.setQueryData(clientsQuery.queryKey, (old) => old && [...old, created]);
      onCreated(created.id);
    },
    refresh: [clientsQuery],
  });
  const isKnown = clients?.some(({ business }) => business.toLowerCase() === name.toLowerCase()) ?? true;
  const isOffered = !isKnown && !isBlank(name) && lengthOf(name) <= NAME_MAX;
  return {
    onSearch: setTyped,
    isCreating: create.isPending,
    options: isOffered ? [{ value: CREATE, label: `Create “${name}”`, title: `Create “${name}”` }] : [],
    isOption: (value: string) => value === CREATE,
    create: () => create.mutate(),
  };
}
