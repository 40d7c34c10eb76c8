import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { deletionKey } from '../../lib/live-cache';
import { useToastMutation } from '../../lib/toast-mutation';
import { deleteMoment, momentQuery } from '../../records/moments';

/** Props of the confirmation that deletes a moment. */
export function useMomentDeletion({ id, title }: MomentView) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { queryKey } = momentQuery(id);
  const remove = useToastMutation({
    mutationKey: deletionKey(queryKey),
    mutationFn: () => deleteMoment(id),
    success: ['Deleted'],
    failure: 'Failed to delete moment',
    onSuccess: () => navigate('/moments'),
    // The moment may be deleted although the request failed, for example if the response was lost.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  return {
    title: 'Delete this package?',
    text: `“${title}” and all of its images are deleted, and its public link stops working. This cannot be undone.`,
    onConfirm: () => remove.mutateAsync(),
  };
}
