import { useQuery } from '@tanstack/react-query';
import { PlusIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { OptimizationRows } from '../optimizations/optimization-rows';
import { optimizationListQuery } from '../../records/optimizations';
import { ClientSection } from './client-section';

/** More than a business has profiles. */
const MOST = 20;

/** The GMB optimizations of a client. */
export function ClientOptimizations({ clientId }: { clientId: string }) {
  return (
    <ClientSection
      title="GMB Optimizations"
      name="GMB optimizations"
      query={useQuery(optimizationListQuery({ clientId, limit: MOST, offset: 0 }))}
      action={
        <LinkButton icon={<PlusIcon />} to={`/gmb-optimizations/create?clientId=${clientId}`}>
          Create GMB Optimization
        </LinkButton>
      }
      hint="An optimization suggests better texts for this client’s Google Business Profile."
    >
      {(optimizations) => <OptimizationRows optimizations={optimizations} isOfOneClient />}
    </ClientSection>
  );
}
