import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../lib/toast';
import { agenciesQuery, createAgency, deleteAgency, updateAgency, type AgencyFields } from './agencies.api';

/** Saves a new agency, or the agency with the given id, and says how it went. */
export function useSaveAgency(id: string | undefined, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: AgencyFields) => (id ? updateAgency(id, fields) : createAgency(fields)),
    onSuccess: async ({ name, customDomain }) => {
      const hint = `Now set up DNS for ${customDomain}, so that it leads here.`;
      if (id) toast.success('Agency updated', name);
      else toast.success('Agency created', customDomain ? hint : name);
      onSaved();
      await client.invalidateQueries({ queryKey: agenciesQuery.queryKey });
    },
    onError: () => toast.error('Error', `Failed to ${id ? 'update' : 'create'} agency. Please try again.`),
  });
}

/** Deletes an agency, and says how it went. */
export function useDeleteAgency() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteAgency,
    onSuccess: async () => {
      toast.success('Agency deleted');
      await Promise.all([
        client.invalidateQueries({ queryKey: agenciesQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['/api/clients'] }),
      ]);
    },
    onError: () => toast.error('Error', 'Failed to delete agency. Please try again.'),
  });
}
