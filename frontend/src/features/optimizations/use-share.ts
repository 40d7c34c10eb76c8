import type { OptimizationView } from '@gmb-moments/backend/contract/optimizations';
import { optimizationQuery, previewAddress, shareOptimization } from '../../records/optimizations';
import { useOpenLink } from '../../records/sharing/use-open-link';

/** The link for the client. Copying or opening it counts as sharing the optimization. */
export function useShare(optimization: OptimizationView) {
  const { id } = optimization;
  const link = useOpenLink({
    share: () => shareOptimization(id),
    copied: ['Link copied!', 'Public preview link has been copied to clipboard'],
    refresh: [{ ...optimizationQuery(id), exact: true }],
  });
  return { url: previewAddress(optimization), ...link };
}
