import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { isEditedMeanwhile } from '../../components/edited-row';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import {
  agenciesQuery,
  createAgency,
  deleteAgency,
  updateAgency,
  verifyDomain,
  type AgencyFields,
} from './agencies.api';

const CREATE_FAILED = 'Failed to create agency. Please try again.';
const UPDATE_FAILED = 'Failed to update agency. Please try again.';

/** Saves a new agency, or the agency with the given id as it was seen in a revision, and says how it went. */
export function useSaveAgency(id: string | undefined, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: AgencyFields & { revision?: number }) =>
      id ? updateAgency(id, fields) : createAgency(fields),
    onSuccess: async ({ name, customDomain }) => {
      const hint = `Now set up DNS for ${customDomain}: choose Setup DNS in its row.`;
      if (id) toast.success('Agency updated', name);
      else toast.success('Agency created', customDomain ? hint : name);
      onSaved();
      await client.invalidateQueries({ queryKey: agenciesQuery.queryKey });
    },
    onError: async (error) => {
      toast.error('Error', id ? UPDATE_FAILED : CREATE_FAILED);
      // Whoever was faster is to be seen, also when the live event of it has not arrived.
      if (isEditedMeanwhile(error)) await client.invalidateQueries({ queryKey: agenciesQuery.queryKey });
    },
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

/** Verifies the domain of an agency, and says how it went. Every button of that agency knows while it goes on. */
export function useVerifyDomain(id: string) {
  const client = useQueryClient();
  const mutationKey = ['verify-domain', id];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => verifyDomain(id),
    onSuccess: ({ verified, message }) => {
      if (verified) toast.success('Domain Verified', message);
      else toast.error('Verification Failed', message);
    },
    onError: (error) => toast.error('Verification Error', reasonOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: agenciesQuery.queryKey }),
  });
  return { verify: () => mutate(), isVerifying: useIsMutating({ mutationKey }) > 0 };
}
