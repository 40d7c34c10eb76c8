import { useIsMutating, useMutation } from '@tanstack/react-query';
import { toast } from '../../../lib/toast';
import { generateCaptions } from '../../../records/captions';
import { usePage } from '../use-page';
import { startFailure } from './regeneration';

/** Starts a run for all missing captions. `isStarting` is shared by all buttons of the page. */
export function useGeneration() {
  const { momentId, followGeneration } = usePage();
  const mutationKey = ['generate', momentId];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => generateCaptions(momentId),
    onSuccess: ({ runId, total }) => followGeneration(runId, total),
    onError: (error) => void toast.error('Error', startFailure(error)),
  });
  return { generate: () => mutate(), isStarting: useIsMutating({ mutationKey }) > 0 };
}
