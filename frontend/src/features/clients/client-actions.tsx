import type { ClientView } from '@gmb-moments/backend/contract/clients';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDelete } from '../../ui/confirm-delete';
import { LinkButton } from '../../ui/link-button';
import { RowActions } from '../../ui/record-rows';
import { useToastMutation } from '../../lib/toast-mutation';
import { clientLists, clientQuery, clientsQuery, deleteClient } from '../../records/clients';

interface ClientActionsProps {
  client: Pick<ClientView, 'id' | 'business'>;
  /** Of the button that opens it. */
  size?: 'small' | 'middle';
}

/** Opens or deletes a client of the list. */
export function ClientActions({ client: { id, business }, size = 'small' }: ClientActionsProps) {
  const cache = useQueryClient();
  const remove = useToastMutation({
    mutationFn: () => deleteClient(id),
    success: ['Client deleted'],
    failure: 'Failed to delete client. Please try again.',
    onSuccess: () => cache.removeQueries(clientQuery(id)),
    refresh: [{ ...clientsQuery, exact: true }, clientLists],
  });
  return (
    <RowActions>
      <LinkButton size={size} to={`/clients/${id}`} aria-label={`View ${business}`}>
        View
      </LinkButton>
      <ConfirmDelete
        label={`Delete ${business}`}
        title="Delete client?"
        text={`${business} and all its moments and images are deleted as well, and so are its GMB optimizations. This cannot be undone.`}
        onConfirm={() => remove.mutateAsync()}
      />
    </RowActions>
  );
}
