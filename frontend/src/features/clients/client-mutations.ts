import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isEditedMeanwhile } from '../../components/edited-row';
import { toast } from '../../lib/toast';
import { clientQuery, clientsQuery, createClient, deleteClient, updateClient, type ClientFields } from './clients.api';

const CREATE_FAILED = 'Failed to create client. Please try again.';
const UPDATE_FAILED = 'Failed to update client. Please try again.';

/** Saves a new client, or the client with the given id as it was seen in a revision, and says how it went. */
export function useSaveClient(id: string | undefined, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, ...fields }: ClientFields & { revision?: number }) =>
      id ? updateClient(id, { ...fields, revision }) : createClient(fields),
    onSuccess: async (saved) => {
      client.setQueryData(clientQuery(saved.id).queryKey, saved);
      toast.success(id ? 'Client updated' : 'Client created', saved.business);
      onSaved();
      await client.invalidateQueries({ queryKey: clientsQuery.queryKey });
    },
    onError: async (error) => {
      toast.error('Error', id ? UPDATE_FAILED : CREATE_FAILED);
      // Whoever was faster is to be seen, also when the live event of it has not arrived.
      if (isEditedMeanwhile(error)) await client.invalidateQueries({ queryKey: clientsQuery.queryKey });
    },
  });
}

/** Deletes a client with its moments and images, and says how it went. */
export function useDeleteClient() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteClient,
    onSuccess: async (_nothing, id) => {
      toast.success('Client deleted');
      client.removeQueries({ queryKey: clientQuery(id).queryKey });
      await client.invalidateQueries({ queryKey: clientsQuery.queryKey, exact: true });
    },
    onError: () => toast.error('Error', 'Failed to delete client. Please try again.'),
  });
}
