import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { useToastMutation } from '../../lib/toast-mutation';
import { optimizationQuery, previewAddress, shareOptimization } from '../../records/optimizations';

/** The link for the client. Copying or opening it counts as sharing the optimization. */
export function useShare(optimization: OptimizationView) {
  const { id } = optimization;
  const share = useToastMutation({
    mutationFn: () => shareOptimization(id),
    failure: (error) => ['Error', reasonOf(error)],
    refresh: [{ ...optimizationQuery(id), exact: true }],
  });
  return {
    url: previewAddress(optimization),
    onCopied: () => {
      toast.success('Link copied!', 'Public preview link has been copied to clipboard');
      share.mutate();
    },
    onOpen: () => share.mutate(),
  };
}
