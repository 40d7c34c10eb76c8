import { CreateButton, listParamsOf, PagedList, useListPage } from '../../components/list-page';
import { PageHeader } from '../../components/page-header';
import { EmptyState } from '../../components/placeholders';
import type { Prefetch } from '../../lib/prefetch';
import { OptimizationRows } from './optimization-rows';
import { optimizationListQuery } from './optimizations.api';

const CREATE_PATH = '/gmb-optimizations/create';

/** What the page shows first. */
export const prefetchOptimizations: Prefetch = (client, { address }) =>
  client.prefetchQuery(optimizationListQuery(listParamsOf(address)));

/** All GMB optimizations, newest first. */
export function OptimizationsPage() {
  const listPage = useListPage();
  return (
    <>
      <PageHeader
        title="GMB Profile Optimization"
        subtitle="Better Google Business Profiles for your clients to approve"
        actions={<CreateButton to={CREATE_PATH} text="Create Optimization" />}
      />
      <PagedList
        query={optimizationListQuery(listPage.params)}
        listPage={listPage}
        name="GMB optimizations"
        empty={
          <EmptyState
            text="No GMB optimization packages yet"
            hint="An optimization suggests better texts for a client’s Google Business Profile, section by section."
            action={<CreateButton to={CREATE_PATH} text="Create Your First Optimization" quiet />}
          />
        }
      >
        {(optimizations, isStale) => <OptimizationRows optimizations={optimizations} isStale={isStale} />}
      </PagedList>
    </>
  );
}
